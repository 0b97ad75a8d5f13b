#ifndef ERROR_H_
#define ERROR_H_

#include <node_api.h>

#include <string>

#include "objectbox_api.h"

// Tells the JavaScript side which class to build; the numbers are mirrored in src/error.
enum class ErrorKind : uint32_t {
  kLibrary = 0,
  kStoreClosed = 1,
  kTransactionAborted = 2,
  kOpenInThisProcess = 3,
  kHandleClosed = 4,
  kTooManyQueries = 5,
  kResultTooLarge = 6,
  kFileSystem = 7,
  kOpenInAnotherProcess = 8,
};

// setErrorFactory(factory: (kind, code, secondary, message) => Error): void
napi_value SetErrorFactory(napi_env env, napi_callback_info info);

// Throws what the factory builds, and returns null for the caller to return.
napi_value ThrowError(napi_env env, ErrorKind kind, int code, const std::string& message,
                      int secondary = 0);

// Throws the library's last error and clears it; `code` and `fallback` serve where the library left
// no error behind. `context` is put in front of the text.
napi_value ThrowLastError(napi_env env, obx_err code, const std::string& fallback,
                          const std::string& context = "");

napi_value ThrowResultTooLarge(napi_env env);

#endif  // ERROR_H_
