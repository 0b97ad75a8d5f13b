#ifndef MODEL_PROGRAM_H_
#define MODEL_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "objectbox_api.h"

// Builds the library's model from a program; null and *error when it is refused.
OBX_model* BuildModel(const uint8_t* program, size_t size, std::string* error);

#endif  // MODEL_PROGRAM_H_
