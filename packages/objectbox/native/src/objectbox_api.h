#ifndef OBJECTBOX_API_H_
#define OBJECTBOX_API_H_

#include <cstddef>
#include <cstdint>
#include <string>

// The part of the ObjectBox C API (5.3) that the binding calls, declared here because the library
// is opened at run time. Struct layouts are those of 64-bit platforms.

struct OBX_async;
struct OBX_box;
struct OBX_cursor;
struct OBX_model;
struct OBX_observer;
struct OBX_query;
struct OBX_query_builder;
struct OBX_query_prop;
struct OBX_store;
struct OBX_store_options;
struct OBX_txn;

using obx_err = int;
using obx_id = uint64_t;
using obx_uid = uint64_t;
using obx_schema_id = uint32_t;
using obx_qb_cond = int;

template <typename Item>
struct ObxArray {
  Item* items;
  size_t count;
};

struct OBX_bytes_score {
  const void* data;
  size_t size;
  double score;
};

struct OBX_id_score {
  obx_id id;
  double score;
};

using OBX_id_array = ObxArray<obx_id>;
using OBX_id_score_array = ObxArray<OBX_id_score>;
using OBX_string_array = ObxArray<const char*>;
using OBX_int64_array = ObxArray<int64_t>;
using OBX_int32_array = ObxArray<int32_t>;
using OBX_int16_array = ObxArray<int16_t>;
using OBX_int8_array = ObxArray<int8_t>;
using OBX_double_array = ObxArray<double>;
using OBX_float_array = ObxArray<float>;

using obx_data_visitor = bool(const uint8_t* data, size_t size, void* user_data);
using obx_data_score_visitor = bool(const OBX_bytes_score* data, void* user_data);
using obx_observer_callback = void(const obx_schema_id* types, size_t count, void* user_data);

constexpr obx_err kSuccess = 0;
constexpr obx_err kNotFound = 404;
constexpr obx_err kIllegalState = 10001;
constexpr obx_err kIllegalArgument = 10002;
constexpr obx_err kAllocation = 10003;
constexpr obx_err kIdAlreadyExists = 10210;
constexpr obx_err kIdNotFound = 10211;

enum PutMode : int { kPut = 1, kInsert = 2, kUpdate = 3 };

// X(return type, name without obx_, parameters)
#define OBX_API_BASE(X)                                                                      \
  X(bool, version_is_at_least, (int, int, int))                                              \
  X(const char*, version_string, ())                                                         \
  X(const char*, version_core_string, ())                                                    \
  X(bool, has_feature, (int))                                                                \
  X(bool, last_error_pop, (obx_err*, const char**))                                          \
  X(obx_err, last_error_secondary, ())                                                       \
  X(obx_err, remove_db_files, (const char*))                                                 \
  X(OBX_model*, model, ())                                                                   \
  X(obx_err, model_free, (OBX_model*))                                                       \
  X(obx_err, model_error_code, (OBX_model*))                                                 \
  X(const char*, model_error_message, (OBX_model*))                                          \
  X(obx_err, model_entity, (OBX_model*, const char*, obx_schema_id, obx_uid))                \
  X(obx_err, model_entity_flags, (OBX_model*, uint32_t))                                     \
  X(obx_err, model_entity_last_property_id, (OBX_model*, obx_schema_id, obx_uid))            \
  X(obx_err, model_property, (OBX_model*, const char*, int, obx_schema_id, obx_uid))         \
  X(obx_err, model_property_flags, (OBX_model*, uint32_t))                                   \
  X(obx_err, model_property_relation, (OBX_model*, const char*, obx_schema_id, obx_uid))     \
  X(obx_err, model_property_index_id, (OBX_model*, obx_schema_id, obx_uid))                  \
  X(obx_err, model_property_index_hnsw_dimensions, (OBX_model*, size_t))                     \
  X(obx_err, model_property_index_hnsw_neighbors_per_node, (OBX_model*, uint32_t))           \
  X(obx_err, model_property_index_hnsw_indexing_search_count, (OBX_model*, uint32_t))        \
  X(obx_err, model_property_index_hnsw_flags, (OBX_model*, uint32_t))                        \
  X(obx_err, model_property_index_hnsw_distance_type, (OBX_model*, int))                     \
  X(obx_err, model_property_index_hnsw_reparation_backlink_probability, (OBX_model*, float)) \
  X(obx_err, model_property_index_hnsw_vector_cache_hint_size_kb, (OBX_model*, size_t))      \
  X(obx_err, model_relation, (OBX_model*, obx_schema_id, obx_uid, obx_schema_id, obx_uid))   \
  X(obx_err, model_relation_name, (OBX_model*, const char*))                                 \
  X(void, model_last_entity_id, (OBX_model*, obx_schema_id, obx_uid))                        \
  X(void, model_last_index_id, (OBX_model*, obx_schema_id, obx_uid))                         \
  X(void, model_last_relation_id, (OBX_model*, obx_schema_id, obx_uid))

#define OBX_API_STORE(X)                                                               \
  X(OBX_store_options*, opt, ())                                                       \
  X(void, opt_free, (OBX_store_options*))                                              \
  X(obx_err, opt_directory, (OBX_store_options*, const char*))                         \
  X(void, opt_max_db_size_in_kb, (OBX_store_options*, uint64_t))                       \
  X(void, opt_max_data_size_in_kb, (OBX_store_options*, uint64_t))                     \
  X(void, opt_file_mode, (OBX_store_options*, unsigned))                               \
  X(void, opt_max_readers, (OBX_store_options*, unsigned))                             \
  X(obx_err, opt_model, (OBX_store_options*, OBX_model*))                              \
  X(void, opt_validate_on_open_pages, (OBX_store_options*, size_t, uint32_t))          \
  X(void, opt_use_previous_commit, (OBX_store_options*, bool))                         \
  X(void, opt_read_only, (OBX_store_options*, bool))                                   \
  X(void, opt_debug_flags, (OBX_store_options*, uint32_t))                             \
  X(OBX_store*, store_open, (OBX_store_options*))                                      \
  X(uint64_t, store_size, (OBX_store*))                                                \
  X(uint64_t, store_size_on_disk, (OBX_store*))                                        \
  X(obx_schema_id, store_entity_id, (OBX_store*, const char*))                         \
  X(obx_schema_id, store_entity_property_id, (OBX_store*, obx_schema_id, const char*)) \
  X(bool, store_await_async_completion, (OBX_store*))                                  \
  X(bool, store_await_async_submitted, (OBX_store*))                                   \
  X(obx_err, store_close, (OBX_store*))                                                \
  X(OBX_txn*, txn_write, (OBX_store*))                                                 \
  X(OBX_txn*, txn_read, (OBX_store*))                                                  \
  X(obx_err, txn_success, (OBX_txn*))                                                  \
  X(obx_err, txn_close, (OBX_txn*))                                                    \
  X(OBX_observer*, observe, (OBX_store*, obx_observer_callback*, void*))               \
  X(obx_err, observer_close, (OBX_observer*))

#define OBX_API_BOX(X)                                                          \
  X(OBX_cursor*, cursor, (OBX_txn*, obx_schema_id))                             \
  X(obx_err, cursor_close, (OBX_cursor*))                                       \
  X(obx_id, cursor_id_for_put, (OBX_cursor*, obx_id))                           \
  X(obx_err, cursor_put4, (OBX_cursor*, obx_id, const void*, size_t, int))      \
  X(obx_err, cursor_put_new, (OBX_cursor*, obx_id, const void*, size_t))        \
  X(obx_id, cursor_put_object4, (OBX_cursor*, void*, size_t, int))              \
  X(obx_err, cursor_get, (OBX_cursor*, obx_id, const uint8_t**, size_t*))       \
  X(obx_err, cursor_first, (OBX_cursor*, const uint8_t**, size_t*))             \
  X(obx_err, cursor_next, (OBX_cursor*, const uint8_t**, size_t*))              \
  X(obx_err, cursor_seek, (OBX_cursor*, obx_id))                                \
  X(obx_err, cursor_seek_next_id, (OBX_cursor*, obx_id*))                       \
  X(obx_err, cursor_remove, (OBX_cursor*, obx_id))                              \
  X(OBX_box*, box, (OBX_store*, obx_schema_id))                                 \
  X(obx_err, box_contains, (OBX_box*, obx_id, bool*))                           \
  X(obx_err, box_get, (OBX_box*, obx_id, const uint8_t**, size_t*))             \
  X(obx_id, box_id_for_put, (OBX_box*, obx_id))                                 \
  X(obx_err, box_ids_for_put, (OBX_box*, uint64_t, obx_id*))                    \
  X(obx_id, box_put_object4, (OBX_box*, void*, size_t, int))                    \
  X(obx_err, box_remove, (OBX_box*, obx_id))                                    \
  X(obx_err, box_remove_many, (OBX_box*, const OBX_id_array*, uint64_t*))       \
  X(obx_err, box_remove_all, (OBX_box*, uint64_t*))                             \
  X(obx_err, box_is_empty, (OBX_box*, bool*))                                   \
  X(obx_err, box_count, (OBX_box*, uint64_t, uint64_t*))                        \
  X(OBX_id_array*, box_get_backlink_ids, (OBX_box*, obx_schema_id, obx_id))     \
  X(obx_err, box_rel_put, (OBX_box*, obx_schema_id, obx_id, obx_id))            \
  X(obx_err, box_rel_remove, (OBX_box*, obx_schema_id, obx_id, obx_id))         \
  X(OBX_id_array*, box_rel_get_ids, (OBX_box*, obx_schema_id, obx_id))          \
  X(OBX_id_array*, box_rel_get_backlink_ids, (OBX_box*, obx_schema_id, obx_id)) \
  X(OBX_async*, async, (OBX_box*))                                              \
  X(obx_id, async_put_object4, (OBX_async*, void*, size_t, int))                \
  X(void, id_array_free, (OBX_id_array*))

#define OBX_QB_TEXT(X, name) \
  X(obx_qb_cond, qb_##name##_string, (OBX_query_builder*, obx_schema_id, const char*, bool))
#define OBX_QB_INT(X, name) \
  X(obx_qb_cond, qb_##name##_int, (OBX_query_builder*, obx_schema_id, int64_t))
#define OBX_QB_DOUBLE(X, name) \
  X(obx_qb_cond, qb_##name##_double, (OBX_query_builder*, obx_schema_id, double))
#define OBX_QB_BYTES(X, name) \
  X(obx_qb_cond, qb_##name##_bytes, (OBX_query_builder*, obx_schema_id, const uint8_t*, size_t))
#define OBX_QB_KEY(X, name)                                              \
  X(obx_qb_cond, qb_##name##_key_value_string,                           \
    (OBX_query_builder*, obx_schema_id, const char*, const char*, bool)) \
  X(obx_qb_cond, qb_##name##_key_value_int,                              \
    (OBX_query_builder*, obx_schema_id, const char*, int64_t))           \
  X(obx_qb_cond, qb_##name##_key_value_double,                           \
    (OBX_query_builder*, obx_schema_id, const char*, double))

#define OBX_API_QUERY_BUILDER(X)                                                                  \
  X(OBX_query_builder*, query_builder, (OBX_store*, obx_schema_id))                               \
  X(obx_err, qb_close, (OBX_query_builder*))                                                      \
  X(obx_err, qb_error_code, (OBX_query_builder*))                                                 \
  X(const char*, qb_error_message, (OBX_query_builder*))                                          \
  X(obx_qb_cond, qb_null, (OBX_query_builder*, obx_schema_id))                                    \
  X(obx_qb_cond, qb_not_null, (OBX_query_builder*, obx_schema_id))                                \
  OBX_QB_TEXT(X, equals)                                                                          \
  OBX_QB_TEXT(X, not_equals)                                                                      \
  OBX_QB_TEXT(X, contains)                                                                        \
  OBX_QB_TEXT(X, starts_with)                                                                     \
  OBX_QB_TEXT(X, ends_with)                                                                       \
  OBX_QB_TEXT(X, greater_than)                                                                    \
  OBX_QB_TEXT(X, greater_or_equal)                                                                \
  OBX_QB_TEXT(X, less_than)                                                                       \
  OBX_QB_TEXT(X, less_or_equal)                                                                   \
  OBX_QB_TEXT(X, contains_element)                                                                \
  OBX_QB_INT(X, equals)                                                                           \
  OBX_QB_INT(X, not_equals)                                                                       \
  OBX_QB_INT(X, greater_than)                                                                     \
  OBX_QB_INT(X, greater_or_equal)                                                                 \
  OBX_QB_INT(X, less_than)                                                                        \
  OBX_QB_INT(X, less_or_equal)                                                                    \
  OBX_QB_DOUBLE(X, greater_than)                                                                  \
  OBX_QB_DOUBLE(X, greater_or_equal)                                                              \
  OBX_QB_DOUBLE(X, less_than)                                                                     \
  OBX_QB_DOUBLE(X, less_or_equal)                                                                 \
  OBX_QB_BYTES(X, equals)                                                                         \
  OBX_QB_BYTES(X, greater_than)                                                                   \
  OBX_QB_BYTES(X, greater_or_equal)                                                               \
  OBX_QB_BYTES(X, less_than)                                                                      \
  OBX_QB_BYTES(X, less_or_equal)                                                                  \
  OBX_QB_KEY(X, equals)                                                                           \
  OBX_QB_KEY(X, greater)                                                                          \
  OBX_QB_KEY(X, greater_or_equal)                                                                 \
  OBX_QB_KEY(X, less_than)                                                                        \
  OBX_QB_KEY(X, less_or_equal)                                                                    \
  X(obx_qb_cond, qb_between_2ints, (OBX_query_builder*, obx_schema_id, int64_t, int64_t))         \
  X(obx_qb_cond, qb_between_2doubles, (OBX_query_builder*, obx_schema_id, double, double))        \
  X(obx_qb_cond, qb_in_strings,                                                                   \
    (OBX_query_builder*, obx_schema_id, const char* const*, size_t, bool))                        \
  X(obx_qb_cond, qb_in_int64s, (OBX_query_builder*, obx_schema_id, const int64_t*, size_t))       \
  X(obx_qb_cond, qb_not_in_int64s, (OBX_query_builder*, obx_schema_id, const int64_t*, size_t))   \
  X(obx_qb_cond, qb_in_int32s, (OBX_query_builder*, obx_schema_id, const int32_t*, size_t))       \
  X(obx_qb_cond, qb_not_in_int32s, (OBX_query_builder*, obx_schema_id, const int32_t*, size_t))   \
  X(obx_qb_cond, qb_relation_count_property,                                                      \
    (OBX_query_builder*, obx_schema_id, obx_schema_id, uint32_t))                                 \
  X(obx_qb_cond, qb_nearest_neighbors_f32,                                                        \
    (OBX_query_builder*, obx_schema_id, const float*, size_t))                                    \
  X(obx_qb_cond, qb_all, (OBX_query_builder*, const obx_qb_cond*, size_t))                        \
  X(obx_qb_cond, qb_any, (OBX_query_builder*, const obx_qb_cond*, size_t))                        \
  X(obx_err, qb_param_alias, (OBX_query_builder*, const char*))                                   \
  X(obx_err, qb_order, (OBX_query_builder*, obx_schema_id, uint32_t))                             \
  X(OBX_query_builder*, qb_link_property, (OBX_query_builder*, obx_schema_id))                    \
  X(OBX_query_builder*, qb_backlink_property, (OBX_query_builder*, obx_schema_id, obx_schema_id)) \
  X(OBX_query_builder*, qb_link_standalone, (OBX_query_builder*, obx_schema_id))                  \
  X(OBX_query_builder*, qb_backlink_standalone, (OBX_query_builder*, obx_schema_id))

#define OBX_QP_FIND(X, type, array)                                    \
  X(array*, query_prop_find_##type##s, (OBX_query_prop*, const void*)) \
  X(void, type##_array_free, (array*))

#define OBX_API_QUERY(X)                                                                        \
  X(OBX_query*, query, (OBX_query_builder*))                                                    \
  X(obx_err, query_close, (OBX_query*))                                                         \
  X(obx_err, query_offset_limit, (OBX_query*, size_t, size_t))                                  \
  X(OBX_id_score_array*, query_find_ids_with_scores, (OBX_query*))                              \
  X(void, id_score_array_free, (OBX_id_score_array*))                                           \
  X(obx_err, query_find_first, (OBX_query*, const uint8_t**, size_t*))                          \
  X(obx_err, query_find_unique, (OBX_query*, const uint8_t**, size_t*))                         \
  X(obx_err, query_visit, (OBX_query*, obx_data_visitor*, void*))                               \
  X(obx_err, query_visit_with_score, (OBX_query*, obx_data_score_visitor*, void*))              \
  X(OBX_id_array*, query_find_ids, (OBX_query*))                                                \
  X(obx_err, query_count, (OBX_query*, uint64_t*))                                              \
  X(obx_err, query_remove, (OBX_query*, uint64_t*))                                             \
  X(const char*, query_describe_params, (OBX_query*))                                           \
  X(obx_err, query_param_alias_string, (OBX_query*, const char*, const char*))                  \
  X(obx_err, query_param_alias_strings, (OBX_query*, const char*, const char* const*, size_t))  \
  X(obx_err, query_param_alias_int, (OBX_query*, const char*, int64_t))                         \
  X(obx_err, query_param_alias_2ints, (OBX_query*, const char*, int64_t, int64_t))              \
  X(obx_err, query_param_alias_int64s, (OBX_query*, const char*, const int64_t*, size_t))       \
  X(obx_err, query_param_alias_int32s, (OBX_query*, const char*, const int32_t*, size_t))       \
  X(obx_err, query_param_alias_double, (OBX_query*, const char*, double))                       \
  X(obx_err, query_param_alias_2doubles, (OBX_query*, const char*, double, double))             \
  X(obx_err, query_param_alias_bytes, (OBX_query*, const char*, const uint8_t*, size_t))        \
  X(obx_err, query_param_alias_vector_float32, (OBX_query*, const char*, const float*, size_t)) \
  X(OBX_query_prop*, query_prop, (OBX_query*, obx_schema_id))                                   \
  X(obx_err, query_prop_close, (OBX_query_prop*))                                               \
  X(obx_err, query_prop_distinct, (OBX_query_prop*, bool))                                      \
  X(obx_err, query_prop_distinct_case, (OBX_query_prop*, bool, bool))                           \
  X(obx_err, query_prop_count, (OBX_query_prop*, uint64_t*))                                    \
  X(obx_err, query_prop_avg, (OBX_query_prop*, double*, int64_t*))                              \
  X(obx_err, query_prop_min, (OBX_query_prop*, double*, int64_t*))                              \
  X(obx_err, query_prop_max, (OBX_query_prop*, double*, int64_t*))                              \
  X(obx_err, query_prop_sum, (OBX_query_prop*, double*, int64_t*))                              \
  X(obx_err, query_prop_min_int, (OBX_query_prop*, int64_t*, int64_t*))                         \
  X(obx_err, query_prop_max_int, (OBX_query_prop*, int64_t*, int64_t*))                         \
  X(obx_err, query_prop_sum_int, (OBX_query_prop*, int64_t*, int64_t*))                         \
  OBX_QP_FIND(X, string, OBX_string_array)                                                      \
  OBX_QP_FIND(X, int64, OBX_int64_array)                                                        \
  OBX_QP_FIND(X, int32, OBX_int32_array)                                                        \
  OBX_QP_FIND(X, int16, OBX_int16_array)                                                        \
  OBX_QP_FIND(X, int8, OBX_int8_array)                                                          \
  OBX_QP_FIND(X, double, OBX_double_array)                                                      \
  OBX_QP_FIND(X, float, OBX_float_array)

#define OBX_API(X)         \
  OBX_API_BASE(X)          \
  OBX_API_STORE(X)         \
  OBX_API_BOX(X)           \
  OBX_API_QUERY_BUILDER(X) \
  OBX_API_QUERY(X)

struct ObjectBoxApi {
#define OBX_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  OBX_API(OBX_MEMBER)
#undef OBX_MEMBER
};

// Filled once per process by LoadObjectBox; every handle exists only after that.
extern ObjectBoxApi obx;

// Opens the library. Returns "", or why it cannot be used.
std::string LoadObjectBox(const std::string& path);

#endif  // OBJECTBOX_API_H_
