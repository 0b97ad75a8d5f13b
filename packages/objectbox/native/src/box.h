#ifndef BOX_H_
#define BOX_H_

#include <node_api.h>

#include "handle.h"

napi_value BoxGet(napi_env env, napi_callback_info info);
napi_value BoxGetMany(napi_env env, napi_callback_info info);
napi_value BoxGetAll(napi_env env, napi_callback_info info);
napi_value BoxContains(napi_env env, napi_callback_info info);
napi_value BoxCount(napi_env env, napi_callback_info info);
napi_value BoxIsEmpty(napi_env env, napi_callback_info info);

napi_value BoxPut(napi_env env, napi_callback_info info);
napi_value BoxPutMany(napi_env env, napi_callback_info info);
napi_value BoxPutQueued(napi_env env, napi_callback_info info);
napi_value BoxRemove(napi_env env, napi_callback_info info);
napi_value BoxRemoveMany(napi_env env, napi_callback_info info);
napi_value BoxRemoveAll(napi_env env, napi_callback_info info);

napi_value BoxRelationPut(napi_env env, napi_callback_info info);
napi_value BoxRelationRemove(napi_env env, napi_callback_info info);
napi_value BoxRelatedIds(napi_env env, napi_callback_info info);

// Copies the objects of these ids, null for missing ones, to the results; false with an exception.
bool CopyObjects(Box* box, OBX_txn* transaction, const obx_id* ids, size_t count);
bool CopyObjectsOfEntity(Store* store, obx_schema_id entity_id, OBX_txn* transaction,
                         const obx_id* ids, size_t count, bool skip_missing);

// Copies ids to the results as numbers; false with an exception when one is beyond 2^53.
bool CopyIds(Environment* environment, const OBX_id_array& ids);

#endif  // BOX_H_
