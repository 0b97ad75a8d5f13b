#include "store.h"

#include <cerrno>
#include <cstring>

#include "arguments.h"
#include "error.h"
#include "handle.h"
#include "model_program.h"

namespace {

bool IsMemory(const std::string& directory) { return directory.compare(0, 7, "memory:") == 0; }

napi_value ThrowLock(napi_env env, const Store& store, PathLock::Outcome outcome) {
  const std::string& directory = store.directory;
  switch (outcome) {
    case PathLock::Outcome::kOpenInThisProcess:
      return ThrowError(env, ErrorKind::kOpenInThisProcess, kIllegalState,
                        "the store " + directory + " is already open in this process");
    case PathLock::Outcome::kOpenInAnotherProcess:
      return ThrowError(env, ErrorKind::kOpenInAnotherProcess, kIllegalState,
                        "the store " + directory + " is open in another process");
    default:
      return ThrowError(
          env, ErrorKind::kFileSystem, store.lock.error(),
          "the directory " + directory + " cannot be locked: " + strerror(store.lock.error()));
  }
}

// The numbers of the options, in the order of src/native/addon.ts; 0 keeps the library's default.
enum OptionIndex : size_t {
  kMaxDbSizeKb,
  kMaxDataSizeKb,
  kFileMode,
  kMaxReaders,
  kUsePreviousCommit,
  kValidatePages,
  kDebugFlags,
  kOptionCount
};

void SetOptions(OBX_store_options* options, const double* values) {
  if (values[kMaxDbSizeKb] > 0) {
    obx.opt_max_db_size_in_kb(options, static_cast<uint64_t>(values[kMaxDbSizeKb]));
  }
  if (values[kMaxDataSizeKb] > 0) {
    obx.opt_max_data_size_in_kb(options, static_cast<uint64_t>(values[kMaxDataSizeKb]));
  }
  if (values[kFileMode] > 0) {
    obx.opt_file_mode(options, static_cast<unsigned>(values[kFileMode]));
  }
  if (values[kMaxReaders] > 0) {
    obx.opt_max_readers(options, static_cast<unsigned>(values[kMaxReaders]));
  }
  if (values[kUsePreviousCommit] != 0) obx.opt_use_previous_commit(options, true);
  if (values[kValidatePages] > 0) {
    obx.opt_validate_on_open_pages(options, static_cast<size_t>(values[kValidatePages]), 0);
  }
  if (values[kDebugFlags] > 0) {
    obx.opt_debug_flags(options, static_cast<uint32_t>(values[kDebugFlags]));
  }
}

OBX_store* OpenNative(napi_env env, const Store& store, const double* values,
                      const uint8_t* program, size_t program_size) {
  OBX_model* model = nullptr;
  if (program_size > 0) {
    std::string error;
    model = BuildModel(program, program_size, &error);
    if (model == nullptr) {
      ThrowError(env, ErrorKind::kLibrary, kIllegalArgument, "the model is refused: " + error);
      return nullptr;
    }
  }
  OBX_store_options* options = obx.opt();
  bool is_prepared = options != nullptr &&
                     obx.opt_directory(options, store.directory.c_str()) == kSuccess &&
                     // Takes the model over, also when it fails.
                     (model == nullptr || obx.opt_model(options, model) == kSuccess);
  if (!is_prepared) {
    ThrowLastError(env, kIllegalArgument, "the options are refused", store.directory);
    if (options != nullptr) obx.opt_free(options);
    return nullptr;
  }
  SetOptions(options, values);
  if (store.is_read_only) obx.opt_read_only(options, true);
  // Takes the options over, also when it fails.
  OBX_store* native = obx.store_open(options);
  if (native == nullptr) {
    ThrowLastError(env, kIllegalState, "the store could not be opened", store.directory);
  }
  return native;
}

}  // namespace

// storeLock(directory: string, readOnly: boolean): StoreHandle
//   takes the directory or the name of an in-memory store; storeClose gives it back
napi_value StoreLock(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  std::string directory;
  bool is_read_only = false;
  if (!arguments.String(0, &directory) || !arguments.Boolean(1, &is_read_only)) return nullptr;
  Store* store = new Store();
  store->environment = Environment::Get(env);
  store->directory = directory;
  store->is_memory = IsMemory(directory);
  store->is_read_only = is_read_only;
  PathLock::Outcome outcome = store->is_memory
                                  ? store->lock.AcquireName(directory)
                                  : store->lock.AcquireDirectory(directory, is_read_only);
  if (outcome != PathLock::Outcome::kAcquired) {
    ThrowLock(env, *store, outcome);
    delete store;
    return nullptr;
  }
  return WrapStore(env, store);
}

// storeExists(store: StoreHandle): boolean   whether the locked directory has a database
napi_value StoreExists(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  return store == nullptr ? nullptr : Boolean(env, store->lock.HasFile("data.mdb"));
}

// OBX_C_API OBX_store* obx_store_open(OBX_store_options* opt);
// storeOpen(store: StoreHandle, options: Float64Array, model: Uint8Array): void
//   an empty model opens with the schema that is stored
napi_value StoreOpen(napi_env env, napi_callback_info info) {
  Arguments<3> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  void* values = nullptr;
  void* program = nullptr;
  size_t value_count = 0;
  size_t program_size = 0;
  if (store == nullptr || !arguments.TypedArray(1, napi_float64_array, &values, &value_count) ||
      !arguments.TypedArray(2, napi_uint8_array, &program, &program_size)) {
    return nullptr;
  }
  if (value_count != kOptionCount || !store->lock.is_held() || store->store != nullptr) {
    napi_throw_type_error(env, nullptr, "the store is not locked, or open, or lacks an option");
    return nullptr;
  }
  const double* options = static_cast<const double*>(values);
  store->store =
      OpenNative(env, *store, options, static_cast<const uint8_t*>(program), program_size);
  if (store->store == nullptr) {
    store->lock.Release();
  } else {
    store->environment->open_stores.insert(store);
  }
  return nullptr;
}

// OBX_C_API obx_err obx_store_close(OBX_store* store);
// storeClose(store: StoreHandle): void   no effect when it is closed
napi_value StoreClose(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  if (store == nullptr) return nullptr;
  if (store->transaction_depth > 0) {
    return ThrowError(env, ErrorKind::kLibrary, kIllegalState,
                      "the store " + store->directory +
                          " cannot be closed inside a transaction; end the transaction first");
  }
  CloseStore(store);
  return nullptr;
}

// storeIsOpen(store: StoreHandle): boolean
napi_value StoreIsOpen(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  return store == nullptr ? nullptr : Boolean(env, store->store != nullptr);
}

// storeOpenQueryCount(store: StoreHandle): number
napi_value StoreOpenQueryCount(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Store* store = ToStore(env, arguments[0]);
  if (store == nullptr) return nullptr;
  return Number(env, static_cast<double>(store->open_queries.size()));
}

// OBX_C_API obx_schema_id obx_store_entity_id(OBX_store* store, const char* entity_name);
// storeEntityId(store: StoreHandle, name: string): number   0 when the schema has none of that name
napi_value StoreEntityId(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Store* store = ToUsableStore(env, arguments[0]);
  std::string name;
  if (store == nullptr || !arguments.String(1, &name)) return nullptr;
  obx_schema_id id = obx.store_entity_id(store->store, name.c_str());
  if (id == 0) obx.last_error_pop(nullptr, nullptr);
  return Number(env, id);
}

// OBX_C_API obx_schema_id obx_store_entity_property_id(OBX_store*, obx_schema_id, const char*);
// storePropertyId(store: StoreHandle, entityId: number, name: string): number   0 when unknown
napi_value StorePropertyId(napi_env env, napi_callback_info info) {
  Arguments<3> arguments(env, info);
  Store* store = ToUsableStore(env, arguments[0]);
  uint32_t entity_id = 0;
  std::string name;
  if (store == nullptr || !arguments.Uint32(1, &entity_id) || !arguments.String(2, &name)) {
    return nullptr;
  }
  obx_schema_id id = obx.store_entity_property_id(store->store, entity_id, name.c_str());
  if (id == 0) obx.last_error_pop(nullptr, nullptr);
  return Number(env, id);
}

// OBX_C_API uint64_t obx_store_size(OBX_store* store);
// OBX_C_API uint64_t obx_store_size_on_disk(OBX_store* store);
// storeSize(store: StoreHandle, onDisk: boolean): number   bytes
napi_value StoreSize(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Store* store = ToUsableStore(env, arguments[0]);
  bool on_disk = false;
  if (store == nullptr || !arguments.Boolean(1, &on_disk)) return nullptr;
  uint64_t size = on_disk ? obx.store_size_on_disk(store->store) : obx.store_size(store->store);
  return Number(env, static_cast<double>(size));
}

// OBX_C_API bool obx_store_await_async_completion(OBX_store* store);
// storeAwaitQueued(store: StoreHandle): void
napi_value StoreAwaitQueued(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Store* store = ToUsableStore(env, arguments[0]);
  if (store == nullptr) return nullptr;
  if (store->transaction != nullptr && store->is_write_transaction) {
    return ThrowError(env, ErrorKind::kLibrary, kIllegalState,
                      "queued puts cannot be awaited inside a write transaction: "
                      "they wait for it to end");
  }
  if (store->has_queued_puts && !obx.store_await_async_completion(store->store)) {
    return ThrowLastError(env, kIllegalState, "the queued puts were not completed");
  }
  return nullptr;
}

// OBX_C_API OBX_box* obx_box(OBX_store* store, obx_schema_id entity_id);
// storeBox(store: StoreHandle, entityId: number): BoxHandle
napi_value StoreBox(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Store* store = ToUsableStore(env, arguments[0]);
  uint32_t entity_id = 0;
  if (store == nullptr || !arguments.Uint32(1, &entity_id)) return nullptr;
  OBX_box* native = obx.box(store->store, entity_id);
  if (native == nullptr) return ThrowLastError(env, kIllegalArgument, "there is no such entity");
  Box* box = new Box();
  box->store = store;
  box->box = native;
  box->entity_id = entity_id;
  return WrapBox(env, box);
}

// OBX_C_API obx_err obx_remove_db_files(char const* directory);
// removeDatabaseFiles(directory: string): void   refused while a store has the directory open
napi_value RemoveDatabaseFiles(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Store probe;
  if (!arguments.String(0, &probe.directory)) return nullptr;
  PathLock::Outcome outcome = IsMemory(probe.directory)
                                  ? probe.lock.AcquireName(probe.directory)
                                  : probe.lock.AcquireDirectory(probe.directory, false);
  if (outcome == PathLock::Outcome::kFailed && probe.lock.error() == ENOENT) return nullptr;
  if (outcome != PathLock::Outcome::kAcquired) return ThrowLock(env, probe, outcome);
  if (obx_err rc = obx.remove_db_files(probe.directory.c_str())) {
    return ThrowLastError(env, rc, "the files could not be removed", probe.directory);
  }
  return nullptr;
}
