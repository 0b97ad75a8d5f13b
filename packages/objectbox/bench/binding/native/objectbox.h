#ifndef OBJECTBOX_H_
#define OBJECTBOX_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of the ObjectBox C API (5.3) that this program calls.

typedef struct OBX_box OBX_box;
typedef struct OBX_cursor OBX_cursor;
typedef struct OBX_query OBX_query;
typedef struct OBX_query_builder OBX_query_builder;
typedef struct OBX_store OBX_store;
typedef struct OBX_store_options OBX_store_options;
typedef struct OBX_txn OBX_txn;

typedef int obx_err;
typedef uint64_t obx_id;
typedef uint32_t obx_schema_id;

typedef struct {
  const void* data;
  size_t size;
} OBX_bytes;

typedef struct {
  OBX_bytes* bytes;
  size_t count;
} OBX_bytes_array;

typedef struct {
  obx_id* ids;
  size_t count;
} OBX_id_array;

typedef bool obx_data_visitor(const void* data, size_t size, void* user_data);

enum { OBX_PUT = 1, OBX_NOT_FOUND = 404 };

const char* obx_last_error_message(void);

OBX_store_options* obx_opt(void);
obx_err obx_opt_directory(OBX_store_options*, const char* directory);
OBX_store* obx_store_open(OBX_store_options*);
obx_err obx_store_close(OBX_store*);
obx_schema_id obx_store_entity_id(OBX_store*, const char* name);
obx_schema_id obx_store_entity_property_id(OBX_store*, obx_schema_id entity, const char* name);

OBX_txn* obx_txn_write(OBX_store*);
OBX_txn* obx_txn_read(OBX_store*);
obx_err obx_txn_success(OBX_txn*);
obx_err obx_txn_close(OBX_txn*);

OBX_cursor* obx_cursor(OBX_txn*, obx_schema_id entity);
obx_err obx_cursor_close(OBX_cursor*);
obx_err obx_cursor_put_new(OBX_cursor*, obx_id, const void* data, size_t size);

OBX_box* obx_box(OBX_store*, obx_schema_id entity);
obx_err obx_box_count(OBX_box*, uint64_t limit, uint64_t* count);
obx_err obx_box_get(OBX_box*, obx_id, const void** data, size_t* size);
OBX_bytes_array* obx_box_get_many(OBX_box*, const OBX_id_array*);
obx_err obx_box_visit_all(OBX_box*, obx_data_visitor*, void* user_data);
obx_err obx_box_ids_for_put(OBX_box*, uint64_t count, obx_id* first);
obx_err obx_box_put_many(OBX_box*, const OBX_bytes_array*, const obx_id*, int mode);
obx_err obx_box_remove_many(OBX_box*, const OBX_id_array*, uint64_t* count);
obx_err obx_box_remove_all(OBX_box*, uint64_t* count);
void obx_bytes_array_free(OBX_bytes_array*);
void obx_id_array_free(OBX_id_array*);

OBX_query_builder* obx_query_builder(OBX_store*, obx_schema_id entity);
int obx_qb_equals_int(OBX_query_builder*, obx_schema_id property, int64_t value);
OBX_query* obx_query(OBX_query_builder*);
obx_err obx_qb_close(OBX_query_builder*);
obx_err obx_query_close(OBX_query*);
obx_err obx_query_visit(OBX_query*, obx_data_visitor*, void* user_data);
OBX_id_array* obx_query_find_ids(OBX_query*);
obx_err obx_query_offset_limit(OBX_query*, size_t offset, size_t limit);

#endif  // OBJECTBOX_H_
