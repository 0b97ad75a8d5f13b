#include "error.h"

#include "arguments.h"
#include "environment.h"

napi_value SetErrorFactory(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  napi_valuetype type;
  if (napi_typeof(env, arguments[0], &type) != napi_ok || type != napi_function) {
    napi_throw_type_error(env, nullptr, "argument 1 must be a function");
    return nullptr;
  }
  Environment* environment = Environment::Get(env);
  if (environment->error_factory != nullptr) {
    napi_delete_reference(env, environment->error_factory);
  }
  napi_create_reference(env, arguments[0], 1, &environment->error_factory);
  return nullptr;
}

napi_value ThrowError(napi_env env, ErrorKind kind, int code, const std::string& message,
                      int secondary) {
  Environment* environment = Environment::Get(env);
  napi_value factory = nullptr;
  if (environment->error_factory != nullptr) {
    napi_get_reference_value(env, environment->error_factory, &factory);
  }
  napi_value global, error;
  napi_value arguments[4];
  napi_get_global(env, &global);
  napi_create_uint32(env, static_cast<uint32_t>(kind), &arguments[0]);
  napi_create_int32(env, code, &arguments[1]);
  napi_create_int32(env, secondary, &arguments[2]);
  napi_create_string_utf8(env, message.c_str(), message.size(), &arguments[3]);
  if (factory == nullptr) {
    napi_throw_error(env, nullptr, message.c_str());
  } else if (napi_call_function(env, global, factory, 4, arguments, &error) == napi_ok) {
    napi_throw(env, error);
  }
  return nullptr;
}

napi_value ThrowLastError(napi_env env, obx_err code, const std::string& fallback,
                          const std::string& context) {
  int secondary = obx.last_error_secondary();
  obx_err last_code = kSuccess;
  const char* text = nullptr;
  bool has_error = obx.last_error_pop(&last_code, &text);
  std::string message = has_error && text != nullptr && text[0] != '\0' ? text : fallback;
  if (!context.empty()) message = context + ": " + message;
  return ThrowError(env, ErrorKind::kLibrary, has_error ? last_code : code, message,
                    has_error ? secondary : 0);
}

napi_value ThrowResultTooLarge(napi_env env) {
  return ThrowError(env, ErrorKind::kResultTooLarge, kAllocation,
                    "the result is larger than 2 GiB or than the memory; read it in chunks "
                    "(query.iterate) or with a limit");
}
