#ifndef STORE_H_
#define STORE_H_

#include <node_api.h>

napi_value StoreLock(napi_env env, napi_callback_info info);
napi_value StoreExists(napi_env env, napi_callback_info info);
napi_value StoreOpen(napi_env env, napi_callback_info info);
napi_value StoreClose(napi_env env, napi_callback_info info);
napi_value StoreIsOpen(napi_env env, napi_callback_info info);
napi_value StoreOpenQueryCount(napi_env env, napi_callback_info info);
napi_value StoreEntityId(napi_env env, napi_callback_info info);
napi_value StorePropertyId(napi_env env, napi_callback_info info);
napi_value StoreSize(napi_env env, napi_callback_info info);
napi_value StoreAwaitQueued(napi_env env, napi_callback_info info);
napi_value StoreBox(napi_env env, napi_callback_info info);
napi_value RemoveDatabaseFiles(napi_env env, napi_callback_info info);

#endif  // STORE_H_
