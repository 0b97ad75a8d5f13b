#ifndef HANDLE_H_
#define HANDLE_H_

#include <node_api.h>

#include <string>
#include <unordered_set>

#include "environment.h"
#include "objectbox_api.h"
#include "path_lock.h"

struct Box;
struct Query;
class StoreObserver;

// One open store and everything that must be closed before it. It belongs to the thread of its
// environment. The struct outlives the native store for as long as JavaScript holds a handle to it
// or to one of its boxes and queries (`references`), so that a late call finds "closed" here.
struct Store {
  Environment* environment = nullptr;
  OBX_store* store = nullptr;
  PathLock lock;
  std::string directory;
  bool is_memory = false;
  bool is_read_only = false;
  bool has_queued_puts = false;
  uint32_t references = 0;

  // The explicit transaction: only the outermost one exists natively.
  OBX_txn* transaction = nullptr;
  uint32_t transaction_depth = 0;
  bool is_write_transaction = false;
  // A write failed in a way that ended the transaction: nothing of it may be reported as done.
  bool is_transaction_aborted = false;
  std::string abort_reason;

  std::unordered_set<Box*> boxes;
  std::unordered_set<Query*> open_queries;
  StoreObserver* observer = nullptr;

  napi_env env() const { return environment->env; }
};

struct Box {
  Store* store = nullptr;
  OBX_box* box = nullptr;
  obx_schema_id entity_id = 0;
  // Lives within the explicit transaction that it was opened in.
  OBX_cursor* cursor = nullptr;
};

struct Query {
  Store* store = nullptr;
  OBX_query* query = nullptr;
  obx_schema_id entity_id = 0;
  size_t offset = 0;
  size_t limit = 0;
};

// Closes the observer, queries, cursors, transaction, awaits the queue, then closes the store.
void CloseStore(Store* store);
void OpenQuery(Query* query, OBX_query* native);
void CloseQuery(Query* query);
void CloseCursors(Store* store);
void ReleaseStore(Store* store);

napi_value WrapStore(napi_env env, Store* store);
napi_value WrapBox(napi_env env, Box* box);
napi_value WrapQuery(napi_env env, Query* query, OBX_query* native);

// The handle behind a value; null with an exception pending when it is of another kind.
Store* ToStore(napi_env env, napi_value value);
Box* ToBox(napi_env env, napi_value value);
Query* ToQuery(napi_env env, napi_value value);

// The same, and the store is open, the query is not closed, and no failed transaction is pending.
Store* ToUsableStore(napi_env env, napi_value value);
Box* ToUsableBox(napi_env env, napi_value value);
Query* ToUsableQuery(napi_env env, napi_value value);
bool CheckUsable(Store* store);
// Also refuses read-only stores and read transactions.
bool CheckWritable(Store* store);

#endif  // HANDLE_H_
