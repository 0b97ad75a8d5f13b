#include "arguments.h"
#include "box.h"
#include "error.h"
#include "program_reader.h"
#include "query.h"
#include "transaction.h"

namespace {

// Offset and limit are state of the native query; it is told only when they change.
bool SetRange(Query* query, size_t offset, size_t limit) {
  if (query->offset == offset && query->limit == limit) return true;
  if (obx_err rc = obx.query_offset_limit(query->query, offset, limit)) {
    ThrowLastError(query->store->env(), rc, "the offset and limit are refused");
    return false;
  }
  query->offset = offset;
  query->limit = limit;
  return true;
}

bool ReadRange(const ArgumentReader& arguments, Query* query) {
  uint64_t offset = 0;
  uint64_t limit = 0;
  return arguments.Size(1, &offset) && arguments.Size(2, &limit) && SetRange(query, offset, limit);
}

napi_value Publish(Environment* environment, size_t count) {
  if (!environment->PublishResults()) return nullptr;
  return Number(environment->env, static_cast<double>(count));
}

struct Visit {
  Environment* environment;
  bool is_too_large = false;
};

bool AddVisited(const uint8_t* data, size_t size, void* user_data) {
  Visit* visit = static_cast<Visit*>(user_data);
  visit->is_too_large = !visit->environment->AddObject(data, size);
  return !visit->is_too_large;
}

bool AddScored(const OBX_bytes_score* scored, void* user_data) {
  Visit* visit = static_cast<Visit*>(user_data);
  visit->is_too_large = !visit->environment->AddObject(scored->data, scored->size) ||
                        !visit->environment->AddNumber(scored->score);
  return !visit->is_too_large;
}

// A skipped row costs the library as much as a returned one, so a page goes through ids.
bool CopyPage(Query* query) {
  Store* store = query->store;
  ReadScope scope(store);
  OBX_id_array* ids = scope.is_open() ? obx.query_find_ids(query->query) : nullptr;
  if (ids == nullptr) {
    ThrowLastError(store->env(), kIllegalState, "the query failed");
    return false;
  }
  bool is_copied = CopyObjectsOfEntity(store, query->entity_id, scope.transaction(), ids->items,
                                       ids->count, true);
  obx.id_array_free(ids);
  return is_copied;
}

bool CopyAll(Query* query) {
  Store* store = query->store;
  Visit visit = {store->environment};
  obx_err rc = obx.query_visit(query->query, AddVisited, &visit);
  if (visit.is_too_large) {
    ThrowResultTooLarge(store->env());
    return false;
  }
  if (rc == kSuccess) return true;
  ThrowLastError(store->env(), rc, "the query failed");
  return false;
}

// find_first and find_unique: both need a transaction around them and ignore offset and limit.
napi_value FindOne(napi_env env, napi_value value,
                   obx_err (*find)(OBX_query*, const uint8_t**, size_t*)) {
  Query* query = ToUsableQuery(env, value);
  if (query == nullptr) return nullptr;
  Store* store = query->store;
  store->environment->BeginResults();
  ReadScope scope(store);
  if (!scope.is_open()) return ThrowLastError(env, kIllegalState, "no transaction could be opened");
  const uint8_t* data = nullptr;
  size_t size = 0;
  obx_err rc = find(query->query, &data, &size);
  if (rc == kNotFound) return Boolean(env, false);
  if (rc != kSuccess) return ThrowLastError(env, rc, "the query failed");
  if (!store->environment->AddObject(data, size)) return ThrowResultTooLarge(env);
  scope.Close();
  return store->environment->PublishResults() ? Boolean(env, true) : nullptr;
}

obx_err SetParameter(OBX_query* query, ProgramReader& reader, bool* is_known) {
  // The numbers are mirrored in src/query/query-program.ts.
  uint8_t kind = reader.Byte();
  const char* alias = reader.Text();
  switch (kind) {
    case 1:
      return obx.query_param_alias_string(query, alias, reader.Text());
    case 2: {
      auto texts = reader.TextList();
      return obx.query_param_alias_strings(query, alias, texts.data(), texts.size());
    }
    case 3:
      return obx.query_param_alias_int(query, alias, reader.Read<int64_t>());
    case 4: {
      int64_t low = reader.Read<int64_t>();
      return obx.query_param_alias_2ints(query, alias, low, reader.Read<int64_t>());
    }
    case 5: {
      auto values = reader.List<int64_t>();
      return obx.query_param_alias_int64s(query, alias, values.data(), values.size());
    }
    case 6: {
      auto values = reader.List<int32_t>();
      return obx.query_param_alias_int32s(query, alias, values.data(), values.size());
    }
    case 7:
      return obx.query_param_alias_double(query, alias, reader.Read<double>());
    case 8: {
      double low = reader.Read<double>();
      return obx.query_param_alias_2doubles(query, alias, low, reader.Read<double>());
    }
    case 9: {
      auto bytes = reader.List<uint8_t>();
      return obx.query_param_alias_bytes(query, alias, bytes.data(), bytes.size());
    }
    case 10: {
      auto vector = reader.List<float>();
      return obx.query_param_alias_vector_float32(query, alias, vector.data(), vector.size());
    }
    default:
      *is_known = false;
      return kIllegalArgument;
  }
}

}  // namespace

// OBX_C_API obx_err obx_query_param_alias_int(OBX_query*, const char* alias, int64_t value);  et
// al. querySetParameters(query: QueryHandle, program: Uint8Array): void
napi_value QuerySetParameters(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  void* bytes = nullptr;
  size_t size = 0;
  if (query == nullptr || !arguments.TypedArray(1, napi_uint8_array, &bytes, &size)) return nullptr;
  ProgramReader reader(static_cast<const uint8_t*>(bytes), size);
  while (!reader.at_end()) {
    bool is_known = true;
    obx_err rc = SetParameter(query->query, reader, &is_known);
    if (!is_known || reader.failed()) {
      napi_throw_type_error(env, nullptr, "the parameters are malformed");
      return nullptr;
    }
    if (rc != kSuccess) return ThrowLastError(env, rc, "the parameter is refused");
  }
  return nullptr;
}

// OBX_C_API obx_err obx_query_visit(OBX_query*, obx_data_visitor*, void* user_data);
// OBX_C_API OBX_id_array* obx_query_find_ids(OBX_query* query);
// queryFind(query: QueryHandle, offset: number, limit: number): number   how many objects
napi_value QueryFind(napi_env env, napi_callback_info info) {
  Arguments<3> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  if (query == nullptr || !ReadRange(arguments, query)) return nullptr;
  Environment* environment = query->store->environment;
  environment->BeginResults();
  bool is_page = query->offset > 0 || query->limit > 0;
  if (!(is_page ? CopyPage(query) : CopyAll(query))) return nullptr;
  return Publish(environment, environment->object_count());
}

// OBX_C_API obx_err obx_query_find_first(OBX_query*, const uint8_t** data, size_t* size);
// queryFindFirst(query: QueryHandle): boolean   true: the object lies at offset 0 of the results
napi_value QueryFindFirst(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  return FindOne(env, arguments[0], obx.query_find_first);
}

// OBX_C_API obx_err obx_query_find_unique(OBX_query*, const uint8_t** data, size_t* size);
// queryFindUnique(query: QueryHandle): boolean   as queryFindFirst; throws when there are more
napi_value QueryFindUnique(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  return FindOne(env, arguments[0], obx.query_find_unique);
}

// OBX_C_API OBX_id_array* obx_query_find_ids(OBX_query* query);
// queryFindIds(query: QueryHandle, offset: number, limit: number, copy: boolean): number
//   how many ids; with `copy` they are numbers in the results
napi_value QueryFindIds(napi_env env, napi_callback_info info) {
  Arguments<4> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  bool copy = false;
  if (query == nullptr || !ReadRange(arguments, query) || !arguments.Boolean(3, &copy)) {
    return nullptr;
  }
  OBX_id_array* ids = obx.query_find_ids(query->query);
  if (ids == nullptr) return ThrowLastError(env, kIllegalState, "the query failed");
  Environment* environment = query->store->environment;
  size_t count = ids->count;
  bool is_copied = true;
  if (copy) {
    environment->BeginResults();
    is_copied = CopyIds(environment, *ids);
  }
  obx.id_array_free(ids);
  if (!is_copied) return nullptr;
  return copy ? Publish(environment, count) : Number(env, static_cast<double>(count));
}

// OBX_C_API obx_err obx_query_visit_with_score(OBX_query*, obx_data_score_visitor*, void*);
// queryFindWithScores(query: QueryHandle, offset: number, limit: number): number
//   how many objects; their scores are numbers in the results
napi_value QueryFindWithScores(napi_env env, napi_callback_info info) {
  Arguments<3> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  if (query == nullptr || !ReadRange(arguments, query)) return nullptr;
  Environment* environment = query->store->environment;
  environment->BeginResults();
  Visit visit = {environment};
  {
    ReadScope scope(query->store);
    if (!scope.is_open()) {
      return ThrowLastError(env, kIllegalState, "no transaction could be opened");
    }
    obx_err rc = obx.query_visit_with_score(query->query, AddScored, &visit);
    if (visit.is_too_large) return ThrowResultTooLarge(env);
    if (rc != kSuccess) return ThrowLastError(env, rc, "the query failed");
  }
  return Publish(environment, environment->object_count());
}

// OBX_C_API OBX_id_score_array* obx_query_find_ids_with_scores(OBX_query* query);
// queryFindIdsWithScores(query: QueryHandle, offset: number, limit: number): number
//   how many pairs; id and score alternate in the numbers of the results
napi_value QueryFindIdsWithScores(napi_env env, napi_callback_info info) {
  Arguments<3> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  if (query == nullptr || !ReadRange(arguments, query)) return nullptr;
  OBX_id_score_array* pairs = obx.query_find_ids_with_scores(query->query);
  if (pairs == nullptr) return ThrowLastError(env, kIllegalState, "the query failed");
  Environment* environment = query->store->environment;
  environment->BeginResults();
  size_t count = pairs->count;
  bool has_room = true;
  for (size_t i = 0; has_room && i < count; i++) {
    has_room = environment->AddNumber(static_cast<double>(pairs->items[i].id)) &&
               environment->AddNumber(pairs->items[i].score);
  }
  obx.id_score_array_free(pairs);
  return has_room ? Publish(environment, count) : ThrowResultTooLarge(env);
}

// OBX_C_API obx_err obx_query_count(OBX_query* query, uint64_t* out_count);
// queryCount(query: QueryHandle): number   without offset and limit
napi_value QueryCount(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  uint64_t count = 0;
  if (query == nullptr || !SetRange(query, 0, 0)) return nullptr;
  if (obx_err rc = obx.query_count(query->query, &count)) {
    return ThrowLastError(env, rc, "the query failed");
  }
  return Number(env, static_cast<double>(count));
}

// OBX_C_API obx_err obx_query_remove(OBX_query* query, uint64_t* out_count);
// queryRemove(query: QueryHandle): number   without offset and limit
napi_value QueryRemove(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  uint64_t count = 0;
  if (query == nullptr || !CheckWritable(query->store) || !SetRange(query, 0, 0)) return nullptr;
  if (obx_err rc = obx.query_remove(query->query, &count)) {
    ThrowLastError(env, rc, "the query could not remove");
    Box probe;
    probe.store = query->store;
    probe.box = obx.box(query->store->store, query->entity_id);
    AbortIfDead(&probe, "a removal failed inside this transaction, which ended it");
    return nullptr;
  }
  return Number(env, static_cast<double>(count));
}
