#ifndef ARGUMENTS_H_
#define ARGUMENTS_H_

#include <node_api.h>

#include <cstddef>
#include <cstdint>
#include <string>

// The arguments of one native call. Each reader throws a TypeError that names the position and
// returns false when the value has another type.
class ArgumentReader {
 public:
  ArgumentReader(napi_env env, napi_value* values) : env_(env), values_(values) {}

  napi_value operator[](size_t index) const { return values_[index]; }
  napi_env env() const { return env_; }

  bool Boolean(size_t index, bool* result) const;
  bool Uint32(size_t index, uint32_t* result) const;
  // A whole number from 0 to 2^53 - 1.
  bool Size(size_t index, uint64_t* result) const;
  // A whole number from 1 to 2^53 - 1.
  bool Id(size_t index, uint64_t* result) const;
  bool String(size_t index, std::string* result) const;
  bool TypedArray(size_t index, napi_typedarray_type type, void** data, size_t* length) const;

 private:
  bool Fail(size_t index, const char* expected) const;

  napi_env env_;
  napi_value* values_;
};

template <size_t count>
class Arguments : public ArgumentReader {
 public:
  Arguments(napi_env env, napi_callback_info info) : ArgumentReader(env, storage_) {
    size_t given = count;
    napi_get_cb_info(env, info, &given, storage_, nullptr, nullptr);
  }

 private:
  napi_value storage_[count];
};

// Whether an id is one that JavaScript holds exactly and the library accepts.
inline bool IsId(double value) {
  return value >= 1 && value <= 9007199254740991.0 &&
         value == static_cast<double>(static_cast<uint64_t>(value));
}

napi_value Number(napi_env env, double value);
napi_value Boolean(napi_env env, bool value);

#endif  // ARGUMENTS_H_
