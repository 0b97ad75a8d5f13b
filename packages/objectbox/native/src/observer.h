#ifndef OBSERVER_H_
#define OBSERVER_H_

#include <node_api.h>

#include <mutex>
#include <set>

#include "handle.h"

// Tells JavaScript which entities commits changed. The library calls on the committing thread,
// which may be that of its queue; what changed is gathered until the event loop takes it, so a busy
// loop of commits queues one call and not one per commit. Does not keep the process alive.
class StoreObserver {
 public:
  // Null when it could not be created.
  static StoreObserver* Create(napi_env env, Store* store, napi_value callback);
  StoreObserver(const StoreObserver&) = delete;
  StoreObserver& operator=(const StoreObserver&) = delete;
  ~StoreObserver();

 private:
  StoreObserver() = default;
  static void OnCommit(const obx_schema_id* types, size_t count, void* user_data);
  static void Deliver(napi_env env, napi_value callback, void* context, void* data);

  OBX_observer* observer_ = nullptr;
  napi_threadsafe_function function_ = nullptr;
  std::mutex mutex_;
  std::set<obx_schema_id> changed_;
};

napi_value StoreObserve(napi_env env, napi_callback_info info);
napi_value StoreUnobserve(napi_env env, napi_callback_info info);

#endif  // OBSERVER_H_
