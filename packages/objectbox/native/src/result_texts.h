#ifndef RESULT_TEXTS_H_
#define RESULT_TEXTS_H_

#include <node_api.h>

#include "environment.h"

// The string in the first object of the results at this offset of its vtable; `otherwise` when it
// has none, null with an exception pending.
napi_value FirstText(const Environment* environment, uint32_t slot, napi_value otherwise);

napi_value ResultTexts(napi_env env, napi_callback_info info);

#endif  // RESULT_TEXTS_H_
