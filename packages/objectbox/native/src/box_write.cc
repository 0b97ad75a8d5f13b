#include "arguments.h"
#include "box.h"
#include "error.h"
#include "transaction.h"

namespace {

// The library reserves at most this many ids in one call.
constexpr uint64_t kIdsPerReservation = 10'000;

constexpr char kDeadTransaction[] =
    "a write failed inside this transaction, which ended it: nothing of it is stored";

// One encoded object of setObjectInput.
struct Span {
  uint8_t* data;
  size_t size;
  uint8_t* id_slot;

  obx_id id() const {
    obx_id value;
    memcpy(&value, id_slot, sizeof value);
    return value;
  }
  void set_id(obx_id value) const { memcpy(id_slot, &value, sizeof value); }
};

bool ReadSpan(const InputBuffers& input, size_t index, Span* span) {
  const uint32_t* words = input.spans + index * 3;
  uint64_t end = uint64_t{words[0]} + words[1];
  uint64_t id_end = uint64_t{words[2]} + sizeof(obx_id);
  if (end > input.byte_count || words[2] < words[0] || id_end > end) return false;
  *span = {input.bytes + words[0], words[1], input.bytes + words[2]};
  return true;
}

bool ReadSpans(Environment* environment, size_t count, std::vector<Span>* spans) {
  const InputBuffers& input = environment->input;
  bool is_valid = count <= input.span_capacity;
  if (is_valid) spans->resize(count);
  for (size_t i = 0; is_valid && i < count; i++) is_valid = ReadSpan(input, i, &(*spans)[i]);
  if (!is_valid) {
    napi_throw_range_error(environment->env, nullptr, "an object lies outside of its buffer");
  }
  return is_valid;
}

std::string Text(const char* before, obx_id id, const char* after) {
  return before + std::to_string(id) + after;
}

// What the library leaves without a text.
std::string PutFailure(int mode, obx_id id) {
  if (mode == kInsert) return Text("an object with the id ", id, " exists already");
  if (mode == kUpdate) return Text("there is no object with the id ", id, " to update");
  return "the object could not be put";
}

obx_err PutFailureCode(int mode) {
  if (mode == kInsert) return kIdAlreadyExists;
  return mode == kUpdate ? kIdNotFound : kIllegalState;
}

// Puts many objects through one cursor within one transaction.
class ManyPut {
 public:
  ManyPut(Box* box, int mode, const std::vector<Span>& spans)
      : box_(box), mode_(mode), spans_(spans) {}

  // False with an exception pending; has_written then tells whether rows are already changed.
  bool Run(OBX_cursor* cursor) {
    cursor_ = cursor;
    if (!Inspect()) return false;
    return is_all_new_ ? PutNewObjects() : PutObjects();
  }
  bool has_written() const { return position_ > 0; }

 private:
  napi_env env() const { return box_->store->env(); }

  bool Fail(obx_err code, const std::string& fallback) {
    ThrowLastError(env(), code, fallback, "object at position " + std::to_string(position_));
    return false;
  }

  bool Inspect() {
    obx_id largest = 0;
    obx_id previous = 0;
    size_t new_count = 0;
    for (const Span& span : spans_) {
      obx_id id = span.id();
      if (id == 0) new_count++;
      if (id <= previous) is_ascending_ = false;
      previous = id;
      if (id > largest) largest = id;
    }
    is_all_new_ = new_count == spans_.size();
    if (mode_ == kUpdate && new_count > 0) {
      ThrowError(env(), ErrorKind::kLibrary, kIllegalArgument,
                 "an object without an id cannot be updated");
      return false;
    }
    // The library's cursor would accept an id beyond its sequence and give it out again later.
    if (largest > 0 && mode_ != kUpdate && obx.box_id_for_put(box_->box, largest) == 0) {
      ThrowLastError(env(), kIllegalArgument, Text("the id ", largest, " was never given out"));
      return false;
    }
    return true;
  }

  bool PutNewObjects() {
    size_t count = spans_.size();
    while (position_ < count) {
      uint64_t reserved =
          count - position_ < kIdsPerReservation ? count - position_ : kIdsPerReservation;
      obx_id next = 0;
      if (obx_err rc = obx.box_ids_for_put(box_->box, reserved, &next)) {
        return Fail(rc, "no ids could be reserved");
      }
      for (uint64_t i = 0; i < reserved; i++, position_++, next++) {
        const Span& span = spans_[position_];
        span.set_id(next);
        if (obx_err rc = obx.cursor_put_new(cursor_, next, span.data, span.size)) {
          span.set_id(0);
          return Fail(rc, "the object could not be put");
        }
      }
    }
    return true;
  }

  // True when nothing is stored from the smallest of these ids on, as far as two look-ups tell: all
  // of them are new then, and the library need not look for old objects and their index entries.
  bool IsBeyondStored() {
    if (mode_ == kUpdate || !is_ascending_) return false;
    bool is_empty = false;
    if (obx.box_is_empty(box_->box, &is_empty) == kSuccess && is_empty) return true;
    obx_id smallest = spans_[0].id();
    // Only from an id that exists does the cursor tell its true successor.
    if (smallest < 2 || obx.cursor_seek(cursor_, smallest - 1) != kSuccess) return false;
    obx_id successor = 0;
    obx_err rc = obx.cursor_seek_next_id(cursor_, &successor);
    return rc == kNotFound || (rc == kSuccess && successor == 0);
  }

  bool PutObjects() {
    bool is_beyond_stored = IsBeyondStored();
    for (; position_ < spans_.size(); position_++) {
      const Span& span = spans_[position_];
      obx_id id = span.id();
      bool is_new = id == 0 || is_beyond_stored;
      if (id == 0) {
        id = obx.cursor_id_for_put(cursor_, 0);
        if (id == 0) return Fail(kIllegalState, "no id could be reserved");
        span.set_id(id);
      }
      obx_err rc = is_new ? obx.cursor_put_new(cursor_, id, span.data, span.size)
                          : obx.cursor_put4(cursor_, id, span.data, span.size, mode_);
      if (rc != kSuccess) return Fail(rc, PutFailure(mode_, id));
    }
    return true;
  }

  Box* box_;
  int mode_;
  const std::vector<Span>& spans_;
  OBX_cursor* cursor_ = nullptr;
  size_t position_ = 0;
  bool is_all_new_ = false;
  bool is_ascending_ = true;
};

bool ReadMode(const ArgumentReader& arguments, size_t index, int* mode) {
  uint32_t value = 0;
  if (!arguments.Uint32(index, &value)) return false;
  if (value < kPut || value > kUpdate) {
    napi_throw_range_error(arguments.env(), nullptr, "there is no such put mode");
    return false;
  }
  *mode = static_cast<int>(value);
  return true;
}

// The library's own update of one object tells a missing id apart from others only by its text.
napi_value UpdateOne(Box* box, const Span& span) {
  Store* store = box->store;
  napi_env env = store->env();
  obx_id id = span.id();
  if (id == 0) {
    return ThrowError(env, ErrorKind::kLibrary, kIllegalArgument,
                      "an object without an id cannot be updated");
  }
  WriteScope scope(store);
  if (!scope.is_open()) return ThrowLastError(env, kIllegalState, "no transaction could be opened");
  obx_err rc = kIllegalState;
  {
    CursorScope cursor(box, scope.transaction());
    if (cursor.get() != nullptr) {
      rc = obx.cursor_put4(cursor.get(), id, span.data, span.size, kUpdate);
    }
  }
  if (rc == kSuccess) rc = scope.Commit();
  if (rc == kSuccess) return Number(env, static_cast<double>(id));
  ThrowLastError(env, rc, PutFailure(kUpdate, id));
  AbortIfDead(box, kDeadTransaction);
  return nullptr;
}

obx_err RemoveOne(Box* box, obx_id id) {
  if (box->store->transaction == nullptr) return obx.box_remove(box->box, id);
  CursorScope cursor(box, box->store->transaction);
  return cursor.get() == nullptr ? kIllegalState : obx.cursor_remove(cursor.get(), id);
}

Box* ToWritableBox(napi_env env, napi_value value) {
  Box* box = ToBox(env, value);
  return box != nullptr && CheckWritable(box->store) ? box : nullptr;
}

}  // namespace

// OBX_C_API obx_id obx_box_put_object4(OBX_box* box, void* data, size_t size, OBXPutMode mode);
// boxPut(box: BoxHandle, mode: number): number   the id; puts the first object of setObjectInput
napi_value BoxPut(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Box* box = ToWritableBox(env, arguments[0]);
  int mode = kPut;
  if (box == nullptr || !ReadMode(arguments, 1, &mode)) return nullptr;
  Store* store = box->store;
  const InputBuffers& input = store->environment->input;
  Span span;
  if (input.span_capacity == 0 || !ReadSpan(input, 0, &span)) {
    napi_throw_range_error(env, nullptr, "the object lies outside of its buffer");
    return nullptr;
  }
  obx_id given = span.id();
  if (mode == kUpdate) return UpdateOne(box, span);
  if (mode == kInsert) obx.last_error_pop(nullptr, nullptr);
  obx_id id = 0;
  if (store->transaction == nullptr) {
    id = obx.box_put_object4(box->box, span.data, span.size, mode);
  } else {
    // A failing cursor leaves the transaction alive, a failing box ends it.
    CursorScope cursor(box, store->transaction);
    if (cursor.get() != nullptr) {
      id = obx.cursor_put_object4(cursor.get(), span.data, span.size, mode);
    }
  }
  if (id != 0) return Number(env, static_cast<double>(id));
  ThrowLastError(env, PutFailureCode(mode), PutFailure(mode, given));
  AbortIfDead(box, kDeadTransaction);
  return nullptr;
}

// OBX_C_API obx_err obx_cursor_put_new(OBX_cursor*, obx_id, const uint8_t* data, size_t size);
// OBX_C_API obx_err obx_cursor_put4(OBX_cursor*, obx_id, const uint8_t* data, size_t, OBXPutMode);
// boxPutMany(box: BoxHandle, count: number, mode: number): void
//   puts the first `count` objects of setObjectInput, all or none, and writes new ids into them
napi_value BoxPutMany(napi_env env, napi_callback_info info) {
  Arguments<3> arguments(env, info);
  Box* box = ToWritableBox(env, arguments[0]);
  uint64_t count = 0;
  int mode = kPut;
  if (box == nullptr || !arguments.Size(1, &count) || !ReadMode(arguments, 2, &mode)) {
    return nullptr;
  }
  Store* store = box->store;
  std::vector<Span> spans;
  if (!ReadSpans(store->environment, count, &spans) || count == 0) return nullptr;
  WriteScope scope(store);
  if (!scope.is_open()) return ThrowLastError(env, kIllegalState, "no transaction could be opened");
  ManyPut put(box, mode, spans);
  bool is_done = false;
  {
    CursorScope cursor(box, scope.transaction());
    if (cursor.get() == nullptr) {
      return ThrowLastError(env, kIllegalState, "the cursor could not be opened");
    }
    is_done = put.Run(cursor.get());
  }
  if (!is_done) {
    // Rows before the failed one are already written: the caller's transaction cannot go on.
    if (scope.is_own()) return nullptr;
    if (put.has_written()) AbortTransaction(store, kDeadTransaction);
    AbortIfDead(box, kDeadTransaction);
    return nullptr;
  }
  if (obx_err rc = scope.Commit()) {
    return ThrowLastError(env, rc, "the commit failed", "nothing was stored");
  }
  return nullptr;
}

// OBX_C_API obx_id obx_async_put_object4(OBX_async*, void* data, size_t size, OBXPutMode mode);
// boxPutQueued(box: BoxHandle, mode: number): number   the id that the object will have
napi_value BoxPutQueued(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Box* box = ToWritableBox(env, arguments[0]);
  int mode = kPut;
  if (box == nullptr || !ReadMode(arguments, 1, &mode)) return nullptr;
  if (box->store->transaction != nullptr) {
    return ThrowError(env, ErrorKind::kLibrary, kIllegalState,
                      "an object cannot be queued inside a transaction: put it instead");
  }
  const InputBuffers& input = box->store->environment->input;
  Span span;
  if (input.span_capacity == 0 || !ReadSpan(input, 0, &span)) {
    napi_throw_range_error(env, nullptr, "the object lies outside of its buffer");
    return nullptr;
  }
  obx_id given = span.id();
  OBX_async* queue = obx.async(box->box);
  obx_id id = queue == nullptr ? 0 : obx.async_put_object4(queue, span.data, span.size, mode);
  if (id == 0) return ThrowLastError(env, PutFailureCode(mode), PutFailure(mode, given));
  box->store->has_queued_puts = true;
  return Number(env, static_cast<double>(id));
}

// OBX_C_API obx_err obx_box_remove(OBX_box* box, obx_id id);
// OBX_C_API obx_err obx_cursor_remove(OBX_cursor* cursor, obx_id id);
// boxRemove(box: BoxHandle, id: number): boolean   false if there was no such object
napi_value BoxRemove(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Box* box = ToWritableBox(env, arguments[0]);
  uint64_t id = 0;
  if (box == nullptr || !arguments.Id(1, &id)) return nullptr;
  obx_err rc = RemoveOne(box, id);
  if (rc == kSuccess || rc == kNotFound) return Boolean(env, rc == kSuccess);
  ThrowLastError(env, rc, "the object could not be removed");
  AbortIfDead(box, kDeadTransaction);
  return nullptr;
}

// OBX_C_API obx_err obx_box_remove_many(OBX_box*, const OBX_id_array* ids, uint64_t* out_count);
// boxRemoveMany(box: BoxHandle, count: number): number   how many of the ids of setIdInput existed
napi_value BoxRemoveMany(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Box* box = ToWritableBox(env, arguments[0]);
  uint64_t count = 0;
  if (box == nullptr || !arguments.Size(1, &count)) return nullptr;
  std::vector<obx_id> ids;
  if (!ReadIdInput(box->store->environment, count, &ids)) return nullptr;
  OBX_id_array array = {ids.data(), ids.size()};
  uint64_t removed = 0;
  if (obx_err rc = obx.box_remove_many(box->box, &array, &removed)) {
    ThrowLastError(env, rc, "the objects could not be removed");
    AbortIfDead(box, kDeadTransaction);
    return nullptr;
  }
  return Number(env, static_cast<double>(removed));
}

// OBX_C_API obx_err obx_box_remove_all(OBX_box* box, uint64_t* out_count);
// boxRemoveAll(box: BoxHandle): number
napi_value BoxRemoveAll(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Box* box = ToWritableBox(env, arguments[0]);
  if (box == nullptr) return nullptr;
  uint64_t removed = 0;
  if (obx_err rc = obx.box_remove_all(box->box, &removed)) {
    ThrowLastError(env, rc, "the objects could not be removed");
    AbortIfDead(box, kDeadTransaction);
    return nullptr;
  }
  return Number(env, static_cast<double>(removed));
}
