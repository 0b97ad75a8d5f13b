#ifndef TRANSACTION_H_
#define TRANSACTION_H_

#include <node_api.h>

#include <string>

#include "handle.h"

// The read transaction that a single call needs: the explicit one when there is one, else its own.
class ReadScope {
 public:
  explicit ReadScope(Store* store)
      : own_(store->transaction == nullptr ? obx.txn_read(store->store) : nullptr),
        current_(own_ != nullptr ? own_ : store->transaction) {}
  ReadScope(const ReadScope&) = delete;
  ReadScope& operator=(const ReadScope&) = delete;
  ~ReadScope() { Close(); }

  bool is_open() const { return current_ != nullptr; }
  OBX_txn* transaction() const { return current_; }
  void Close() {
    if (own_ != nullptr) obx.txn_close(own_);
    own_ = nullptr;
  }

 private:
  OBX_txn* own_;
  OBX_txn* current_;
};

// The same for writing. An own transaction is rolled back unless Commit is called.
class WriteScope {
 public:
  explicit WriteScope(Store* store)
      : own_(store->transaction == nullptr ? obx.txn_write(store->store) : nullptr),
        current_(own_ != nullptr ? own_ : store->transaction) {}
  WriteScope(const WriteScope&) = delete;
  WriteScope& operator=(const WriteScope&) = delete;
  ~WriteScope() {
    if (own_ != nullptr) obx.txn_close(own_);
  }

  bool is_open() const { return current_ != nullptr; }
  bool is_own() const { return own_ != nullptr; }
  OBX_txn* transaction() const { return current_; }
  obx_err Commit() {
    OBX_txn* ended = own_;
    own_ = nullptr;
    // Frees the transaction in any case.
    return ended == nullptr ? kSuccess : obx.txn_success(ended);
  }

 private:
  OBX_txn* own_;
  OBX_txn* current_;
};

// A cursor for one call: the box's own within an explicit transaction, else a short-lived one.
class CursorScope {
 public:
  CursorScope(Box* box, OBX_txn* transaction) {
    if (box->store->transaction == nullptr) {
      own_ = cursor_ = obx.cursor(transaction, box->entity_id);
      return;
    }
    if (box->cursor == nullptr) box->cursor = obx.cursor(transaction, box->entity_id);
    cursor_ = box->cursor;
  }
  CursorScope(const CursorScope&) = delete;
  CursorScope& operator=(const CursorScope&) = delete;
  ~CursorScope() { Close(); }

  OBX_cursor* get() const { return cursor_; }
  void Close() {
    if (own_ != nullptr) obx.cursor_close(own_);
    own_ = nullptr;
  }

 private:
  OBX_cursor* own_ = nullptr;
  OBX_cursor* cursor_ = nullptr;
};

// Ends the explicit transaction natively: from here on every call throws, the commit too.
void AbortTransaction(Store* store, const std::string& reason);

// After a failed write of a kind that may end the library's transaction: finds out, and aborts.
void AbortIfDead(Box* box, const std::string& reason);

napi_value TransactionBegin(napi_env env, napi_callback_info info);
napi_value TransactionEnd(napi_env env, napi_callback_info info);
napi_value TransactionAbandon(napi_env env, napi_callback_info info);
napi_value TransactionDepth(napi_env env, napi_callback_info info);

#endif  // TRANSACTION_H_
