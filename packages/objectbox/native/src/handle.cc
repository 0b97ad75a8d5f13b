#include "handle.h"

#include "error.h"
#include "observer.h"

namespace {

// A native query and what it holds are some 10 kB that the collector would not know of.
constexpr int64_t kQueryBytes = 10'000;

napi_value Wrap(napi_env env, void* handle, HandleKind kind, napi_finalize finalize) {
  napi_value value = nullptr;
  if (napi_create_external(env, handle, finalize, nullptr, &value) != napi_ok) {
    napi_throw_error(env, nullptr, "the native handle could not be created");
    return nullptr;
  }
  Environment::Get(env)->handles[kind].insert(handle);
  return value;
}

// Looks the pointer up among the handles of its kind, so that neither another addon's value nor
// another kind passes: in half of the time that type tags of Node-API take.
void* Unwrap(napi_env env, napi_value value, HandleKind kind, const char* expected) {
  void* handle = nullptr;
  if (napi_get_value_external(env, value, &handle) == napi_ok &&
      Environment::Get(env)->handles[kind].contains(handle)) {
    return handle;
  }
  napi_throw_type_error(env, nullptr, expected);
  return nullptr;
}

// Finalizers run on the environment's thread, between turns of its event loop.
void FinalizeStore(napi_env env, void* data, void*) {
  Store* store = static_cast<Store*>(data);
  store->environment->handles[kStoreHandle].erase(store);
  CloseStore(store);
  ReleaseStore(store);
}

void FinalizeBox(napi_env env, void* data, void*) {
  Box* box = static_cast<Box*>(data);
  box->store->environment->handles[kBoxHandle].erase(box);
  if (box->cursor != nullptr) obx.cursor_close(box->cursor);
  box->store->boxes.erase(box);
  ReleaseStore(box->store);
  delete box;
}

void FinalizeQuery(napi_env env, void* data, void*) {
  Query* query = static_cast<Query*>(data);
  query->store->environment->handles[kQueryHandle].erase(query);
  CloseQuery(query);
  ReleaseStore(query->store);
  delete query;
}

}  // namespace

void ReleaseStore(Store* store) {
  if (--store->references == 0) delete store;
}

void CloseCursors(Store* store) {
  for (Box* box : store->boxes) {
    if (box->cursor == nullptr) continue;
    obx.cursor_close(box->cursor);
    box->cursor = nullptr;
  }
}

void OpenQuery(Query* query, OBX_query* native) {
  query->query = native;
  query->offset = 0;
  query->limit = 0;
  query->store->open_queries.insert(query);
  int64_t total = 0;
  napi_adjust_external_memory(query->store->env(), kQueryBytes, &total);
}

void CloseQuery(Query* query) {
  if (query->query == nullptr) return;
  obx.query_close(query->query);
  query->query = nullptr;
  query->store->open_queries.erase(query);
  int64_t total = 0;
  napi_adjust_external_memory(query->store->env(), -kQueryBytes, &total);
}

void CloseStore(Store* store) {
  if (store->store == nullptr) {
    store->lock.Release();
    return;
  }
  delete store->observer;
  store->observer = nullptr;
  while (!store->open_queries.empty()) CloseQuery(*store->open_queries.begin());
  CloseCursors(store);
  // An open write transaction would let the library's close wait forever.
  if (store->transaction != nullptr) obx.txn_close(store->transaction);
  store->transaction = nullptr;
  store->transaction_depth = 0;
  store->is_transaction_aborted = false;
  // The library drops queued puts at close.
  if (store->has_queued_puts) obx.store_await_async_submitted(store->store);
  obx.store_close(store->store);
  store->store = nullptr;
  if (store->is_memory) obx.remove_db_files(store->directory.c_str());
  store->lock.Release();
  store->environment->open_stores.erase(store);
}

napi_value WrapStore(napi_env env, Store* store) {
  store->references++;
  return Wrap(env, store, kStoreHandle, FinalizeStore);
}

napi_value WrapBox(napi_env env, Box* box) {
  box->store->references++;
  box->store->boxes.insert(box);
  return Wrap(env, box, kBoxHandle, FinalizeBox);
}

napi_value WrapQuery(napi_env env, Query* query, OBX_query* native) {
  query->store->references++;
  OpenQuery(query, native);
  return Wrap(env, query, kQueryHandle, FinalizeQuery);
}

Store* ToStore(napi_env env, napi_value value) {
  return static_cast<Store*>(Unwrap(env, value, kStoreHandle, "argument 1 must be a store"));
}

Box* ToBox(napi_env env, napi_value value) {
  return static_cast<Box*>(Unwrap(env, value, kBoxHandle, "argument 1 must be a box"));
}

Query* ToQuery(napi_env env, napi_value value) {
  return static_cast<Query*>(Unwrap(env, value, kQueryHandle, "argument 1 must be a query"));
}

bool CheckUsable(Store* store) {
  if (store->store == nullptr) {
    ThrowError(store->env(), ErrorKind::kStoreClosed, kIllegalState,
               "the store " + store->directory + " is closed");
    return false;
  }
  if (store->is_transaction_aborted) {
    ThrowError(store->env(), ErrorKind::kTransactionAborted, kIllegalState, store->abort_reason);
    return false;
  }
  return true;
}

bool CheckWritable(Store* store) {
  if (!CheckUsable(store)) return false;
  if (store->is_read_only) {
    ThrowError(store->env(), ErrorKind::kLibrary, kIllegalState,
               "the store " + store->directory + " is open read-only");
    return false;
  }
  if (store->transaction != nullptr && !store->is_write_transaction) {
    ThrowError(store->env(), ErrorKind::kLibrary, kIllegalState,
               "a read transaction is open: nothing can be written inside it");
    return false;
  }
  return true;
}

Store* ToUsableStore(napi_env env, napi_value value) {
  Store* store = ToStore(env, value);
  return store != nullptr && CheckUsable(store) ? store : nullptr;
}

Box* ToUsableBox(napi_env env, napi_value value) {
  Box* box = ToBox(env, value);
  return box != nullptr && CheckUsable(box->store) ? box : nullptr;
}

Query* ToUsableQuery(napi_env env, napi_value value) {
  Query* query = ToQuery(env, value);
  if (query == nullptr || !CheckUsable(query->store)) return nullptr;
  if (query->query != nullptr) return query;
  ThrowError(env, ErrorKind::kHandleClosed, kIllegalState, "the query is closed");
  return nullptr;
}
