#include "environment.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "arguments.h"
#include "error.h"
#include "handle.h"

namespace {

constexpr uint32_t kIdleRoundsBeforeShrinking = 16;
constexpr size_t kInitialBytes = size_t{64} << 10;

bool CreateBuffer(napi_env env, size_t size, uint8_t** data, napi_ref* reference) {
  napi_value buffer;
  void* memory = nullptr;
  if (napi_create_arraybuffer(env, size, &memory, &buffer) != napi_ok) return false;
  napi_ref created = nullptr;
  if (napi_create_reference(env, buffer, 1, &created) != napi_ok) return false;
  if (*reference != nullptr) napi_delete_reference(env, *reference);
  *reference = created;
  *data = static_cast<uint8_t*>(memory);
  return true;
}

void DeleteEnvironment(napi_env env, void* data, void*) { delete static_cast<Environment*>(data); }

// Runs on the environment's own thread before its handles are finalized, also when a worker is
// terminated or the process exits with open stores.
void CloseAll(void* data) {
  Environment* environment = static_cast<Environment*>(data);
  while (!environment->open_stores.empty()) CloseStore(*environment->open_stores.begin());
}

bool Replace(napi_env env, napi_ref* reference, napi_value value) {
  napi_ref created = nullptr;
  if (napi_create_reference(env, value, 1, &created) != napi_ok) return false;
  if (*reference != nullptr) napi_delete_reference(env, *reference);
  *reference = created;
  return true;
}

}  // namespace

bool ResultBuffer::Create(napi_env env, size_t capacity) {
  if (!CreateBuffer(env, capacity, &published_data_, &reference_)) return false;
  published_capacity_ = capacity;
  data_ = published_data_;
  capacity_ = capacity;
  return true;
}

void ResultBuffer::DropSpilled() {
  free(data_);
  data_ = published_data_;
  capacity_ = published_capacity_;
}

bool ResultBuffer::Grow(size_t byte_count) {
  if (byte_count > kMaximumBytes - size_) return false;
  size_t capacity = std::min(kMaximumBytes, std::max(capacity_ * 2, size_ + byte_count));
  bool is_spilled = data_ != published_data_;
  void* grown = is_spilled ? realloc(data_, capacity) : malloc(capacity);
  if (grown == nullptr) return false;
  if (!is_spilled) memcpy(grown, data_, size_);
  data_ = static_cast<uint8_t*>(grown);
  capacity_ = capacity;
  return true;
}

bool ResultBuffer::Republish(napi_env env, bool* changed) {
  bool is_spilled = data_ != published_data_;
  bool is_idle = !is_spilled && capacity_ > kKeptBytes && size_ < kKeptBytes / 2;
  idle_rounds_ = is_idle ? idle_rounds_ + 1 : 0;
  if (!is_spilled && idle_rounds_ < kIdleRoundsBeforeShrinking) return true;
  size_t capacity = is_spilled ? capacity_ : kKeptBytes;
  uint8_t* filled = data_;
  if (!CreateBuffer(env, capacity, &published_data_, &reference_)) return false;
  memcpy(published_data_, filled, size_);
  if (is_spilled) free(filled);
  data_ = published_data_;
  capacity_ = published_capacity_ = capacity;
  idle_rounds_ = 0;
  *changed = true;
  return true;
}

napi_value ResultBuffer::Value(napi_env env) const {
  napi_value value = nullptr;
  napi_get_reference_value(env, reference_, &value);
  return value;
}

bool Environment::PublishResults() {
  bool changed = false;
  if (!objects.Publish(env, &changed) || !offsets.Publish(env, &changed) ||
      !numbers.Publish(env, &changed)) {
    objects.Begin();
    offsets.Begin();
    numbers.Begin();
    ThrowError(env, ErrorKind::kLibrary, kAllocation, "there is not enough memory for the result");
    return false;
  }
  if (changed) status[0]++;
  return true;
}

bool ReadIdInput(Environment* environment, size_t count, std::vector<uint64_t>* ids) {
  const InputBuffers& input = environment->input;
  if (count > input.id_capacity) {
    napi_throw_range_error(environment->env, nullptr, "there are fewer ids than announced");
    return false;
  }
  ids->resize(count);
  for (size_t i = 0; i < count; i++) {
    if (!IsId(input.ids[i])) {
      std::string message =
          "the id at position " + std::to_string(i) + " must be a whole number from 1 to 2^53 - 1";
      napi_throw_type_error(environment->env, nullptr, message.c_str());
      return false;
    }
    (*ids)[i] = static_cast<uint64_t>(input.ids[i]);
  }
  return true;
}

bool CreateEnvironment(napi_env env) {
  Environment* environment = new Environment();
  environment->env = env;
  if (napi_set_instance_data(env, environment, DeleteEnvironment, nullptr) != napi_ok) return false;
  uint8_t* status = nullptr;
  if (!environment->objects.Create(env, kInitialBytes) ||
      !environment->offsets.Create(env, kInitialBytes) ||
      !environment->numbers.Create(env, kInitialBytes) ||
      !CreateBuffer(env, sizeof(uint32_t), &status, &environment->status_reference)) {
    return false;
  }
  environment->status = reinterpret_cast<uint32_t*>(status);
  return napi_add_env_cleanup_hook(env, CloseAll, environment) == napi_ok;
}

// resultBuffers(): [objects, offsets, numbers, status]   to be taken again when status[0] changed
napi_value ResultBuffers(napi_env env, napi_callback_info info) {
  Environment* environment = Environment::Get(env);
  napi_value status = nullptr;
  napi_get_reference_value(env, environment->status_reference, &status);
  napi_value values[] = {environment->objects.Value(env), environment->offsets.Value(env),
                         environment->numbers.Value(env), status};
  napi_value result;
  napi_create_array_with_length(env, 4, &result);
  for (uint32_t i = 0; i < 4; i++) napi_set_element(env, result, i, values[i]);
  return result;
}

// setObjectInput(bytes: Uint8Array, spans: Uint32Array): void   kept until the next call
napi_value SetObjectInput(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Environment* environment = Environment::Get(env);
  InputBuffers input = environment->input;
  size_t span_words = 0;
  void* bytes = nullptr;
  void* spans = nullptr;
  if (!arguments.TypedArray(0, napi_uint8_array, &bytes, &input.byte_count) ||
      !arguments.TypedArray(1, napi_uint32_array, &spans, &span_words) ||
      !Replace(env, &input.references[0], arguments[0]) ||
      !Replace(env, &input.references[1], arguments[1])) {
    return nullptr;
  }
  input.bytes = static_cast<uint8_t*>(bytes);
  input.spans = static_cast<const uint32_t*>(spans);
  input.span_capacity = span_words / 3;
  environment->input = input;
  return nullptr;
}

// setIdInput(ids: Float64Array): void   kept until the next call
napi_value SetIdInput(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  InputBuffers& input = Environment::Get(env)->input;
  void* ids = nullptr;
  size_t count = 0;
  if (!arguments.TypedArray(0, napi_float64_array, &ids, &count) ||
      !Replace(env, &input.references[2], arguments[0])) {
    return nullptr;
  }
  input.ids = static_cast<const double*>(ids);
  input.id_capacity = count;
  return nullptr;
}
