#ifndef QUERY_H_
#define QUERY_H_

#include <node_api.h>

napi_value QueryBuild(napi_env env, napi_callback_info info);
napi_value QueryClose(napi_env env, napi_callback_info info);
napi_value QueryIsOpen(napi_env env, napi_callback_info info);
napi_value QuerySetParameters(napi_env env, napi_callback_info info);
napi_value QueryDescribe(napi_env env, napi_callback_info info);

napi_value QueryFind(napi_env env, napi_callback_info info);
napi_value QueryFindFirst(napi_env env, napi_callback_info info);
napi_value QueryFindUnique(napi_env env, napi_callback_info info);
napi_value QueryFindIds(napi_env env, napi_callback_info info);
napi_value QueryFindWithScores(napi_env env, napi_callback_info info);
napi_value QueryFindIdsWithScores(napi_env env, napi_callback_info info);
napi_value QueryCount(napi_env env, napi_callback_info info);
napi_value QueryRemove(napi_env env, napi_callback_info info);

napi_value QueryPropertyNumber(napi_env env, napi_callback_info info);
napi_value QueryPropertyValues(napi_env env, napi_callback_info info);

#endif  // QUERY_H_
