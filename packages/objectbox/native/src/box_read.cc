#include "arguments.h"
#include "box.h"
#include "error.h"
#include "result_texts.h"
#include "transaction.h"

namespace {

napi_value Publish(Environment* environment) {
  size_t count = environment->object_count();
  if (!environment->PublishResults()) return nullptr;
  return Number(environment->env, static_cast<double>(count));
}

bool CopyByCursor(Environment* environment, OBX_cursor* cursor, const obx_id* ids, size_t count,
                  bool skip_missing) {
  napi_env env = environment->env;
  for (size_t i = 0; i < count; i++) {
    const uint8_t* data = nullptr;
    size_t size = 0;
    obx_err rc = obx.cursor_get(cursor, ids[i], &data, &size);
    if (rc != kSuccess && rc != kNotFound) {
      ThrowLastError(env, rc, "the object could not be read");
      return false;
    }
    if (rc == kNotFound && skip_missing) continue;
    if (!(rc == kNotFound ? environment->AddMissing() : environment->AddObject(data, size))) {
      ThrowResultTooLarge(env);
      return false;
    }
  }
  return true;
}

}  // namespace

bool CopyObjects(Box* box, OBX_txn* transaction, const obx_id* ids, size_t count) {
  Environment* environment = box->store->environment;
  CursorScope cursor(box, transaction);
  if (cursor.get() == nullptr) {
    ThrowLastError(environment->env, kIllegalState, "the cursor could not be opened");
    return false;
  }
  return CopyByCursor(environment, cursor.get(), ids, count, false);
}

bool CopyObjectsOfEntity(Store* store, obx_schema_id entity_id, OBX_txn* transaction,
                         const obx_id* ids, size_t count, bool skip_missing) {
  OBX_cursor* cursor = obx.cursor(transaction, entity_id);
  if (cursor == nullptr) {
    ThrowLastError(store->env(), kIllegalState, "the cursor could not be opened");
    return false;
  }
  bool is_done = CopyByCursor(store->environment, cursor, ids, count, skip_missing);
  obx.cursor_close(cursor);
  return is_done;
}

bool CopyIds(Environment* environment, const OBX_id_array& ids) {
  ResultBuffer& numbers = environment->numbers;
  if (ids.count > ResultBuffer::kMaximumBytes / sizeof(double) ||
      !numbers.Reserve(ids.count * sizeof(double))) {
    ThrowResultTooLarge(environment->env);
    return false;
  }
  double* target = reinterpret_cast<double*>(numbers.end());
  obx_id largest = 0;
  for (size_t i = 0; i < ids.count; i++) {
    target[i] = static_cast<double>(ids.items[i]);
    if (ids.items[i] > largest) largest = ids.items[i];
  }
  numbers.Advance(ids.count * sizeof(double));
  if (largest < (obx_id{1} << 53)) return true;
  ThrowError(
      environment->env, ErrorKind::kLibrary, kIllegalState,
      "the id " + std::to_string(largest) + " is beyond 2^53 - 1, which a number cannot hold");
  return false;
}

// OBX_C_API obx_err obx_box_get(OBX_box* box, obx_id id, const uint8_t** data, size_t* size);
// boxGet(box: BoxHandle, id: number, textSlot: number): boolean | string
//   false if there is no such object, else it lies at offset 0 of the results; its string at that
//   offset of its vtable is returned if it has one there, which saves JavaScript a call
napi_value BoxGet(napi_env env, napi_callback_info info) {
  Arguments<3> arguments(env, info);
  Box* box = ToUsableBox(env, arguments[0]);
  uint64_t id = 0;
  uint32_t text_slot = 0;
  if (box == nullptr || !arguments.Id(1, &id) || !arguments.Uint32(2, &text_slot)) return nullptr;
  Environment* environment = box->store->environment;
  environment->BeginResults();
  ReadScope scope(box->store);
  if (!scope.is_open()) return ThrowLastError(env, kIllegalState, "no transaction could be opened");
  const uint8_t* data = nullptr;
  size_t size = 0;
  obx_err rc;
  if (box->store->transaction == nullptr) {
    rc = obx.box_get(box->box, id, &data, &size);
  } else {
    CursorScope cursor(box, scope.transaction());
    if (cursor.get() == nullptr) {
      return ThrowLastError(env, kIllegalState, "the cursor could not be opened");
    }
    rc = obx.cursor_get(cursor.get(), id, &data, &size);
  }
  if (rc == kNotFound) return Boolean(env, false);
  if (rc != kSuccess) return ThrowLastError(env, rc, "the object could not be read");
  if (!environment->AddObject(data, size)) return ThrowResultTooLarge(env);
  scope.Close();
  if (!environment->PublishResults()) return nullptr;
  napi_value found = Boolean(env, true);
  return text_slot == 0 ? found : FirstText(environment, text_slot, found);
}

// OBX_C_API obx_err obx_cursor_get(OBX_cursor*, obx_id, const uint8_t** data, size_t* size);
// boxGetMany(box: BoxHandle, count: number): number   reads the ids of setIdInput, in their order
napi_value BoxGetMany(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Box* box = ToUsableBox(env, arguments[0]);
  uint64_t count = 0;
  if (box == nullptr || !arguments.Size(1, &count)) return nullptr;
  Environment* environment = box->store->environment;
  std::vector<obx_id> ids;
  if (!ReadIdInput(environment, count, &ids)) return nullptr;
  environment->BeginResults();
  {
    ReadScope scope(box->store);
    if (!scope.is_open()) {
      return ThrowLastError(env, kIllegalState, "no transaction could be opened");
    }
    if (!CopyObjects(box, scope.transaction(), ids.data(), ids.size())) return nullptr;
  }
  return Publish(environment);
}

// OBX_C_API obx_err obx_cursor_first(OBX_cursor* cursor, const uint8_t** data, size_t* size);
// OBX_C_API obx_err obx_cursor_next(OBX_cursor* cursor, const uint8_t** data, size_t* size);
// boxGetAll(box: BoxHandle): number   how many objects, in the order of their ids
napi_value BoxGetAll(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Box* box = ToUsableBox(env, arguments[0]);
  if (box == nullptr) return nullptr;
  Environment* environment = box->store->environment;
  environment->BeginResults();
  {
    ReadScope scope(box->store);
    if (!scope.is_open()) {
      return ThrowLastError(env, kIllegalState, "no transaction could be opened");
    }
    CursorScope cursor(box, scope.transaction());
    if (cursor.get() == nullptr) {
      return ThrowLastError(env, kIllegalState, "the cursor could not be opened");
    }
    const uint8_t* data = nullptr;
    size_t size = 0;
    obx_err rc = obx.cursor_first(cursor.get(), &data, &size);
    for (; rc == kSuccess; rc = obx.cursor_next(cursor.get(), &data, &size)) {
      if (!environment->AddObject(data, size)) return ThrowResultTooLarge(env);
    }
    if (rc != kNotFound) return ThrowLastError(env, rc, "the objects could not be read");
  }
  return Publish(environment);
}

// OBX_C_API obx_err obx_box_contains(OBX_box* box, obx_id id, bool* out_contains);
// boxContains(box: BoxHandle, id: number): boolean
napi_value BoxContains(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Box* box = ToUsableBox(env, arguments[0]);
  uint64_t id = 0;
  bool contains = false;
  if (box == nullptr || !arguments.Id(1, &id)) return nullptr;
  if (obx_err rc = obx.box_contains(box->box, id, &contains)) {
    return ThrowLastError(env, rc, "the object could not be looked up");
  }
  return Boolean(env, contains);
}

// OBX_C_API obx_err obx_box_count(OBX_box* box, uint64_t limit, uint64_t* out_count);
// boxCount(box: BoxHandle, limit: number): number   0 counts without limit
napi_value BoxCount(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Box* box = ToUsableBox(env, arguments[0]);
  uint64_t limit = 0;
  uint64_t count = 0;
  if (box == nullptr || !arguments.Size(1, &limit)) return nullptr;
  if (obx_err rc = obx.box_count(box->box, limit, &count)) {
    return ThrowLastError(env, rc, "the objects could not be counted");
  }
  return Number(env, static_cast<double>(count));
}

// OBX_C_API obx_err obx_box_is_empty(OBX_box* box, bool* out_is_empty);
// boxIsEmpty(box: BoxHandle): boolean
napi_value BoxIsEmpty(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Box* box = ToUsableBox(env, arguments[0]);
  bool is_empty = false;
  if (box == nullptr) return nullptr;
  if (obx_err rc = obx.box_is_empty(box->box, &is_empty)) {
    return ThrowLastError(env, rc, "the box could not be read");
  }
  return Boolean(env, is_empty);
}
