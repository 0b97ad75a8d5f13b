#include <node_api.h>

#include "arguments.h"
#include "box.h"
#include "environment.h"
#include "error.h"
#include "objectbox_api.h"
#include "observer.h"
#include "query.h"
#include "result_texts.h"
#include "store.h"
#include "transaction.h"

namespace {

// load(path: string): string   "" or why the library cannot be used
napi_value Load(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  std::string path;
  if (!arguments.String(0, &path)) return nullptr;
  std::string error = LoadObjectBox(path);
  napi_value result = nullptr;
  napi_create_string_utf8(env, error.c_str(), error.size(), &result);
  return result;
}

// OBX_C_API const char* obx_version_core_string(void);
// version(): string   of the loaded library
napi_value Version(napi_env env, napi_callback_info info) {
  napi_value result = nullptr;
  napi_create_string_utf8(env, obx.version_core_string(), NAPI_AUTO_LENGTH, &result);
  return result;
}

// OBX_C_API bool obx_has_feature(OBXFeature feature);
// hasFeature(feature: number): boolean
napi_value HasFeature(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  uint32_t feature = 0;
  if (!arguments.Uint32(0, &feature)) return nullptr;
  return Boolean(env, obx.has_feature(static_cast<int>(feature)));
}

struct Entry {
  const char* name;
  napi_callback callback;
};

// What works before the library is loaded.
constexpr Entry kSetup[] = {
    {"load", Load},
    {"setErrorFactory", SetErrorFactory},
};

// Defined only once the library is loaded, so none of them can be called before.
constexpr Entry kFunctions[] = {
    {"version", Version},
    {"hasFeature", HasFeature},
    {"resultBuffers", ResultBuffers},
    {"resultTexts", ResultTexts},
    {"setObjectInput", SetObjectInput},
    {"setIdInput", SetIdInput},
    {"storeLock", StoreLock},
    {"storeExists", StoreExists},
    {"storeOpen", StoreOpen},
    {"storeClose", StoreClose},
    {"storeIsOpen", StoreIsOpen},
    {"storeOpenQueryCount", StoreOpenQueryCount},
    {"storeEntityId", StoreEntityId},
    {"storePropertyId", StorePropertyId},
    {"storeSize", StoreSize},
    {"storeAwaitQueued", StoreAwaitQueued},
    {"storeBox", StoreBox},
    {"storeObserve", StoreObserve},
    {"storeUnobserve", StoreUnobserve},
    {"removeDatabaseFiles", RemoveDatabaseFiles},
    {"transactionBegin", TransactionBegin},
    {"transactionEnd", TransactionEnd},
    {"transactionAbandon", TransactionAbandon},
    {"transactionDepth", TransactionDepth},
    {"boxGet", BoxGet},
    {"boxGetMany", BoxGetMany},
    {"boxGetAll", BoxGetAll},
    {"boxContains", BoxContains},
    {"boxCount", BoxCount},
    {"boxIsEmpty", BoxIsEmpty},
    {"boxPut", BoxPut},
    {"boxPutMany", BoxPutMany},
    {"boxPutQueued", BoxPutQueued},
    {"boxRemove", BoxRemove},
    {"boxRemoveMany", BoxRemoveMany},
    {"boxRemoveAll", BoxRemoveAll},
    {"boxRelationPut", BoxRelationPut},
    {"boxRelationRemove", BoxRelationRemove},
    {"boxRelatedIds", BoxRelatedIds},
    {"queryBuild", QueryBuild},
    {"queryClose", QueryClose},
    {"queryIsOpen", QueryIsOpen},
    {"querySetParameters", QuerySetParameters},
    {"queryDescribe", QueryDescribe},
    {"queryFind", QueryFind},
    {"queryFindFirst", QueryFindFirst},
    {"queryFindUnique", QueryFindUnique},
    {"queryFindIds", QueryFindIds},
    {"queryFindWithScores", QueryFindWithScores},
    {"queryFindIdsWithScores", QueryFindIdsWithScores},
    {"queryCount", QueryCount},
    {"queryRemove", QueryRemove},
    {"queryPropertyNumber", QueryPropertyNumber},
    {"queryPropertyValues", QueryPropertyValues},
};

template <size_t count>
napi_value Define(napi_env env, const Entry (&entries)[count], napi_value target) {
  for (const Entry& entry : entries) {
    napi_value function = nullptr;
    if (napi_create_function(env, entry.name, NAPI_AUTO_LENGTH, entry.callback, nullptr,
                             &function) != napi_ok ||
        napi_set_named_property(env, target, entry.name, function) != napi_ok) {
      return nullptr;
    }
  }
  return target;
}

// functions(): Addon   every other function; throws before the library is loaded
napi_value Functions(napi_env env, napi_callback_info info) {
  if (obx.store_open == nullptr) {
    napi_throw_error(env, nullptr, "the ObjectBox library is not loaded");
    return nullptr;
  }
  napi_value target = nullptr;
  napi_create_object(env, &target);
  return Define(env, kFunctions, target);
}

}  // namespace

NAPI_MODULE_INIT(/* env, exports */) {
  if (!CreateEnvironment(env)) {
    napi_throw_error(env, nullptr, "the addon could not be initialised");
    return nullptr;
  }
  constexpr Entry kLast[] = {{"functions", Functions}};
  return Define(env, kSetup, exports) == nullptr ? nullptr : Define(env, kLast, exports);
}
