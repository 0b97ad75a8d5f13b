#include "observer.h"

#include <memory>

#include "arguments.h"
#include "error.h"

StoreObserver* StoreObserver::Create(napi_env env, Store* store, napi_value callback) {
  std::unique_ptr<StoreObserver> created(new StoreObserver());
  napi_value name = nullptr;
  napi_create_string_utf8(env, "objectbox observer", NAPI_AUTO_LENGTH, &name);
  if (napi_create_threadsafe_function(env, callback, nullptr, name, 0, 1, nullptr, nullptr, nullptr,
                                      Deliver, &created->function_) != napi_ok) {
    return nullptr;
  }
  napi_unref_threadsafe_function(env, created->function_);
  created->observer_ = obx.observe(store->store, OnCommit, created.get());
  return created->observer_ == nullptr ? nullptr : created.release();
}

StoreObserver::~StoreObserver() {
  // The library makes no call once the observer is closed.
  if (observer_ != nullptr) obx.observer_close(observer_);
  // Drops calls that the event loop has not taken yet: they would find this object gone.
  if (function_ != nullptr) napi_release_threadsafe_function(function_, napi_tsfn_abort);
}

void StoreObserver::OnCommit(const obx_schema_id* types, size_t count, void* user_data) {
  StoreObserver* self = static_cast<StoreObserver*>(user_data);
  std::lock_guard<std::mutex> lock(self->mutex_);
  bool was_empty = self->changed_.empty();
  self->changed_.insert(types, types + count);
  if (was_empty && !self->changed_.empty()) {
    napi_call_threadsafe_function(self->function_, self, napi_tsfn_nonblocking);
  }
}

void StoreObserver::Deliver(napi_env env, napi_value callback, void*, void* data) {
  // Without an environment the function is being torn down, and the observer is gone.
  if (env == nullptr || callback == nullptr) return;
  StoreObserver* self = static_cast<StoreObserver*>(data);
  std::set<obx_schema_id> changed;
  {
    std::lock_guard<std::mutex> lock(self->mutex_);
    changed.swap(self->changed_);
  }
  napi_value global, types;
  napi_get_global(env, &global);
  napi_create_array_with_length(env, changed.size(), &types);
  uint32_t index = 0;
  for (obx_schema_id type : changed) napi_set_element(env, types, index++, Number(env, type));
  // An exception of the callback is the process's uncaught exception.
  napi_call_function(env, global, callback, 1, &types, nullptr);
}

// OBX_C_API OBX_observer* obx_observe(OBX_store*, obx_observer* callback, void* user_data);
// storeObserve(store: StoreHandle, callback: (entityIds: number[]) => void): void   one per store
napi_value StoreObserve(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Store* store = ToUsableStore(env, arguments[0]);
  if (store == nullptr) return nullptr;
  napi_valuetype type;
  if (napi_typeof(env, arguments[1], &type) != napi_ok || type != napi_function) {
    napi_throw_type_error(env, nullptr, "argument 2 must be a function");
    return nullptr;
  }
  delete store->observer;
  store->observer = StoreObserver::Create(env, store, arguments[1]);
  if (store->observer == nullptr) {
    return ThrowLastError(env, kIllegalState, "the observer could not be registered");
  }
  return nullptr;
}

// OBX_C_API obx_err obx_observer_close(OBX_observer* observer);
// storeUnobserve(store: StoreHandle): void
napi_value StoreUnobserve(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  if (store == nullptr) return nullptr;
  delete store->observer;
  store->observer = nullptr;
  return nullptr;
}
