#include "arguments.h"

bool ArgumentReader::Fail(size_t index, const char* expected) const {
  std::string message = "argument " + std::to_string(index + 1) + " must be " + expected;
  napi_throw_type_error(env_, nullptr, message.c_str());
  return false;
}

bool ArgumentReader::Boolean(size_t index, bool* result) const {
  if (napi_get_value_bool(env_, values_[index], result) == napi_ok) return true;
  return Fail(index, "a boolean");
}

bool ArgumentReader::Uint32(size_t index, uint32_t* result) const {
  double value = 0;
  if (napi_get_value_double(env_, values_[index], &value) == napi_ok && value >= 0 &&
      value <= UINT32_MAX && value == static_cast<uint32_t>(value)) {
    *result = static_cast<uint32_t>(value);
    return true;
  }
  return Fail(index, "a whole number from 0 to 2^32 - 1");
}

bool ArgumentReader::Size(size_t index, uint64_t* result) const {
  double value = 0;
  if (napi_get_value_double(env_, values_[index], &value) == napi_ok &&
      (value == 0 || IsId(value))) {
    *result = static_cast<uint64_t>(value);
    return true;
  }
  return Fail(index, "a whole number from 0 to 2^53 - 1");
}

bool ArgumentReader::Id(size_t index, uint64_t* result) const {
  double value = 0;
  if (napi_get_value_double(env_, values_[index], &value) == napi_ok && IsId(value)) {
    *result = static_cast<uint64_t>(value);
    return true;
  }
  napi_throw_type_error(env_, nullptr, "an id must be a whole number from 1 to 2^53 - 1");
  return false;
}

bool ArgumentReader::String(size_t index, std::string* result) const {
  size_t length = 0;
  if (napi_get_value_string_utf8(env_, values_[index], nullptr, 0, &length) != napi_ok) {
    return Fail(index, "a string");
  }
  result->resize(length);
  napi_get_value_string_utf8(env_, values_[index], result->data(), length + 1, &length);
  return true;
}

bool ArgumentReader::TypedArray(size_t index, napi_typedarray_type type, void** data,
                                size_t* length) const {
  napi_typedarray_type actual;
  bool is_typed_array = false;
  if (napi_is_typedarray(env_, values_[index], &is_typed_array) == napi_ok && is_typed_array &&
      napi_get_typedarray_info(env_, values_[index], &actual, length, data, nullptr, nullptr) ==
          napi_ok &&
      actual == type) {
    return true;
  }
  return Fail(index, "a typed array of another type");
}

napi_value Number(napi_env env, double value) {
  napi_value result = nullptr;
  napi_create_double(env, value, &result);
  return result;
}

napi_value Boolean(napi_env env, bool value) {
  napi_value result = nullptr;
  napi_get_boolean(env, value, &result);
  return result;
}
