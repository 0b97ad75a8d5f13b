#include "transaction.h"

#include "arguments.h"
#include "error.h"

void AbortTransaction(Store* store, const std::string& reason) {
  if (store->transaction == nullptr) return;
  CloseCursors(store);
  obx.txn_close(store->transaction);
  store->transaction = nullptr;
  store->is_transaction_aborted = true;
  store->abort_reason = reason;
}

void AbortIfDead(Box* box, const std::string& reason) {
  Store* store = box->store;
  if (store->transaction == nullptr || !store->is_write_transaction) return;
  uint64_t count = 0;
  if (obx.box_count(box->box, 1, &count) == kSuccess) return;
  obx.last_error_pop(nullptr, nullptr);
  AbortTransaction(store, reason);
}

// OBX_C_API OBX_txn* obx_txn_write(OBX_store* store);
// OBX_C_API OBX_txn* obx_txn_read(OBX_store* store);
// transactionBegin(store: StoreHandle, write: boolean): void   nests
napi_value TransactionBegin(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Store* store = ToUsableStore(env, arguments[0]);
  bool is_write = false;
  if (store == nullptr || !arguments.Boolean(1, &is_write)) return nullptr;
  if (is_write && !CheckWritable(store)) return nullptr;
  if (store->transaction_depth == 0) {
    store->transaction = is_write ? obx.txn_write(store->store) : obx.txn_read(store->store);
    if (store->transaction == nullptr) {
      return ThrowLastError(env, kIllegalState, "the transaction could not be opened");
    }
    store->is_write_transaction = is_write;
  }
  store->transaction_depth++;
  return nullptr;
}

// OBX_C_API obx_err obx_txn_success(OBX_txn* txn);
// OBX_C_API obx_err obx_txn_close(OBX_txn* txn);
// transactionEnd(store: StoreHandle, commit: boolean): void
//   without commit the whole transaction is aborted, also from a nested level
napi_value TransactionEnd(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  bool is_commit = false;
  if (store == nullptr || !arguments.Boolean(1, &is_commit)) return nullptr;
  if (store->transaction_depth == 0) {
    return ThrowError(env, ErrorKind::kHandleClosed, kIllegalState, "no transaction is open");
  }
  bool is_outermost = --store->transaction_depth == 0;
  if (!is_commit && store->is_write_transaction) {
    AbortTransaction(store, "a nested transaction was rolled back, and the outer one with it");
  }
  if (!is_outermost) return nullptr;
  bool was_aborted = store->is_transaction_aborted;
  store->is_transaction_aborted = false;
  OBX_txn* transaction = store->transaction;
  store->transaction = nullptr;
  if (was_aborted) {
    if (!is_commit) return nullptr;
    return ThrowError(env, ErrorKind::kTransactionAborted, kIllegalState, store->abort_reason);
  }
  CloseCursors(store);
  if (!store->is_write_transaction) {
    obx.txn_close(transaction);
    return nullptr;
  }
  if (obx_err rc = obx.txn_success(transaction)) {
    return ThrowLastError(env, rc, "the commit failed", "nothing was committed");
  }
  return nullptr;
}

// transactionAbandon(store: StoreHandle, reason: string): void
//   ends a transaction that was left open; its owners learn it from their next call
napi_value TransactionAbandon(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  std::string reason;
  if (store == nullptr || !arguments.String(1, &reason)) return nullptr;
  AbortTransaction(store, reason);
  store->is_transaction_aborted = false;
  store->transaction_depth = 0;
  return nullptr;
}

// transactionDepth(store: StoreHandle): number
napi_value TransactionDepth(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  return store == nullptr ? nullptr : Number(env, store->transaction_depth);
}
