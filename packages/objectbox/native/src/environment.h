#ifndef ENVIRONMENT_H_
#define ENVIRONMENT_H_

#include <node_api.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <unordered_set>
#include <vector>

struct Store;

// Memory that a call fills with results and JavaScript reads through an ArrayBuffer. It is reused
// by the next call and grows: what does not fit spills into plain memory, and Publish moves it into
// a new ArrayBuffer, so that nothing of the engine is called while a transaction is running.
class ResultBuffer {
 public:
  // Views of one ArrayBuffer stay below the 2 GiB that 32-bit offsets of the readers reach.
  static constexpr size_t kMaximumBytes = (size_t{1} << 31) - 8;

  bool Create(napi_env env, size_t capacity);
  void Begin() {
    if (data_ != published_data_) DropSpilled();
    size_ = 0;
  }
  // Room for byte_count more; false when the maximum or the memory is exhausted.
  bool Reserve(size_t byte_count) { return byte_count <= capacity_ - size_ || Grow(byte_count); }
  // Where the next value goes, after Reserve.
  uint8_t* end() const { return data_ + size_; }
  uint8_t* data() const { return data_; }
  void Advance(size_t byte_count) { size_ += byte_count; }
  size_t size() const { return size_; }
  // True in *changed when JavaScript has to take a new ArrayBuffer.
  bool Publish(napi_env env, bool* changed) {
    return data_ == published_data_ && capacity_ <= kKeptBytes ? true : Republish(env, changed);
  }
  napi_value Value(napi_env env) const;
  void Release(napi_env env);

 private:
  // A buffer that one large result grew is given back after some calls that needed little of it.
  static constexpr size_t kKeptBytes = size_t{8} << 20;

  bool Grow(size_t byte_count);
  bool Republish(napi_env env, bool* changed);
  void DropSpilled();

  uint8_t* data_ = nullptr;
  size_t capacity_ = 0;
  size_t size_ = 0;
  uint8_t* published_data_ = nullptr;
  size_t published_capacity_ = 0;
  uint32_t idle_rounds_ = 0;
  napi_ref reference_ = nullptr;
};

// Objects that JavaScript encoded, and ids it collected, for the next call.
struct InputBuffers {
  uint8_t* bytes = nullptr;
  size_t byte_count = 0;
  // Per object: offset of its start, size, offset of its id.
  const uint32_t* spans = nullptr;
  size_t span_capacity = 0;
  const double* ids = nullptr;
  size_t id_capacity = 0;
  napi_ref references[3] = {nullptr, nullptr, nullptr};
};

enum HandleKind { kStoreHandle, kBoxHandle, kQueryHandle, kHandleKinds };

// What the addon keeps per Node environment (main thread or worker).
struct Environment {
  napi_env env = nullptr;
  napi_ref error_factory = nullptr;
  napi_ref status_reference = nullptr;
  // Shared with JavaScript: [0] counts replacements of the result buffers.
  uint32_t* status = nullptr;
  ResultBuffer objects;
  ResultBuffer offsets;
  ResultBuffer numbers;
  InputBuffers input;
  std::unordered_set<Store*> open_stores;
  // What JavaScript holds handles to. Outlives them: it is created first, and Node finalizes in
  // reverse order.
  std::unordered_set<const void*> handles[kHandleKinds];

  static Environment* Get(napi_env env) {
    void* data = nullptr;
    napi_get_instance_data(env, &data);
    return static_cast<Environment*>(data);
  }

  void BeginResults() {
    objects.Begin();
    offsets.Begin();
    numbers.Begin();
  }
  // Hands the results over; false with an exception pending.
  bool PublishResults();
  // Copies one object to an 8-aligned place and notes its offset; false when there is no room.
  bool AddObject(const void* data, size_t size) {
    size_t padded = (size + 7) & ~size_t{7};
    if (!objects.Reserve(padded) || !AddOffset(static_cast<uint32_t>(objects.size()))) return false;
    memcpy(objects.end(), data, size);
    objects.Advance(padded);
    return true;
  }
  bool AddMissing() { return AddOffset(UINT32_MAX); }
  bool AddNumber(double value) {
    if (!numbers.Reserve(sizeof value)) return false;
    memcpy(numbers.end(), &value, sizeof value);
    numbers.Advance(sizeof value);
    return true;
  }
  size_t object_count() const { return offsets.size() / sizeof(uint32_t); }

 private:
  bool AddOffset(uint32_t offset) {
    if (!offsets.Reserve(sizeof offset)) return false;
    memcpy(offsets.end(), &offset, sizeof offset);
    offsets.Advance(sizeof offset);
    return true;
  }
};

// The first `count` ids of setIdInput; false with an exception when there are fewer or one is none.
bool ReadIdInput(Environment* environment, size_t count, std::vector<uint64_t>* ids);

bool CreateEnvironment(napi_env env);
napi_value ResultBuffers(napi_env env, napi_callback_info info);
napi_value SetObjectInput(napi_env env, napi_callback_info info);
napi_value SetIdInput(napi_env env, napi_callback_info info);

#endif  // ENVIRONMENT_H_
