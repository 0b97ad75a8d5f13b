#include <stdlib.h>

#include "run.h"

static uint64_t FoldFound(const Run* run) {
  uint64_t sum = 0;
  for (size_t i = 0; i < run->found_count; i++) sum += Fold(&run->found[i]);
  return sum;
}

static bool Collect(const void* data, size_t size, void* user_data) {
  (void)size;
  Run* run = user_data;
  if (run->found_count == kLargestResult) return false;
  CopyJournal(data, &run->found[run->found_count++]);
  return true;
}

static uint64_t FoldStored(Run* run) {
  run->found_count = 0;
  Expect(obx_box_visit_all(run->box, Collect, run), "visit all");
  return FoldFound(run);
}

static OBX_txn* BeginWrite(Run* run) {
  OBX_txn* transaction = obx_txn_write(run->store);
  if (transaction == NULL) Fail("write transaction");
  return transaction;
}

static OBX_txn* BeginRead(Run* run) {
  OBX_txn* transaction = obx_txn_read(run->store);
  if (transaction == NULL) Fail("read transaction");
  return transaction;
}

// Put: the ids are reserved together, written into the objects, and known to be new.

static void ReadBase(Run* run) { run->objects = ReadObjects(run, "objects.bin"); }

static void Empty(Run* run, int round) {
  (void)round;
  uint64_t count = 0;
  Expect(obx_box_remove_all(run->box, &count), "remove all");
}

static void PutNew(Run* run, const Objects* objects) {
  OBX_txn* transaction = BeginWrite(run);
  OBX_cursor* cursor = obx_cursor(transaction, run->entity);
  if (cursor == NULL) Fail("cursor");
  for (size_t i = 0; i < objects->count; i++) {
    const OBX_bytes* bytes = &objects->bytes[i];
    Expect(obx_cursor_put_new(cursor, objects->ids[i], bytes->data, bytes->size), "put");
  }
  Expect(obx_cursor_close(cursor), "close cursor");
  Expect(obx_txn_success(transaction), "commit");
}

static uint64_t PutWithoutIds(Run* run, int round) {
  (void)round;
  Objects* objects = &run->objects;
  obx_id next = 0;
  Expect(obx_box_ids_for_put(run->box, objects->count, &next), "ids");
  for (size_t i = 0; i < objects->count; i++) *objects->id_slots[i] = objects->ids[i] = next++;
  PutNew(run, objects);
  return objects->count;
}

static uint64_t PutWithIds(Run* run, int round) {
  (void)round;
  PutNew(run, &run->objects);
  return run->objects.count;
}

// Update: two versions of all objects take turns.

static void ReadWithTexts(Run* run) {
  ReadBase(run);
  run->changed = ReadObjects(run, "changed-text.bin");
}

static void ReadWithBoth(Run* run) {
  ReadBase(run);
  run->changed = ReadObjects(run, "changed-both.bin");
}

static uint64_t UpdateAll(Run* run, int round) {
  const Objects* objects = round % 2 == 0 ? &run->changed : &run->objects;
  OBX_bytes_array array = {objects->bytes, objects->count};
  Expect(obx_box_put_many(run->box, &array, objects->ids, OBX_PUT), "update");
  return objects->count;
}

static void PutBack(Run* run, int round) {
  if (round > 0) PutNew(run, &run->objects);
}

static uint64_t RemoveAllById(Run* run, int round) {
  (void)round;
  OBX_id_array ids = {run->objects.ids, run->objects.count};
  uint64_t count = 0;
  Expect(obx_box_remove_many(run->box, &ids, &count), "remove");
  return count;
}

// Reads.

static void ReadIds(Run* run) { run->numbers = ReadNumbers(run, "ids.bin", &run->number_count); }

static void Get(Run* run, obx_id id, Journal* journal) {
  OBX_txn* transaction = BeginRead(run);
  const void* data = NULL;
  size_t size = 0;
  Expect(obx_box_get(run->box, id, &data, &size), "get");
  CopyJournal(data, journal);
  Expect(obx_txn_close(transaction), "close transaction");
}

static uint64_t GetEach(Run* run, int round) {
  (void)round;
  for (size_t i = 0; i < run->number_count; i++) Get(run, run->numbers[i], &run->found[0]);
  return run->number_count;
}

static uint64_t CheckGet(Run* run) {
  uint64_t sum = 0;
  for (size_t i = 0; i < run->number_count; i++) {
    Get(run, run->numbers[i], &run->found[0]);
    sum += Fold(&run->found[0]);
  }
  return sum;
}

static void BuildQueries(Run* run) {
  obx_schema_id level = obx_store_entity_property_id(run->store, run->entity, "level");
  for (int i = 0; i < kLevelCount; i++) {
    OBX_query_builder* builder = obx_query_builder(run->store, run->entity);
    obx_qb_equals_int(builder, level, 10 * (i + 1));
    run->queries[i] = obx_query(builder);
    if (run->queries[i] == NULL) Fail("query");
    Expect(obx_qb_close(builder), "close builder");
  }
}

static uint64_t Find(Run* run, OBX_query* query) {
  run->found_count = 0;
  Expect(obx_query_visit(query, Collect, run), "find");
  return run->found_count;
}

// Two rounds over the levels.
static uint64_t FindEach(Run* run, int round) {
  (void)round;
  uint64_t rows = 0;
  for (int i = 0; i < 2 * kLevelCount; i++) rows += Find(run, run->queries[i % kLevelCount]);
  return rows;
}

static uint64_t CheckFind(Run* run) {
  uint64_t sum = 0;
  for (int i = 0; i < kLevelCount; i++) {
    Find(run, run->queries[i]);
    sum += FoldFound(run);
  }
  return sum;
}

// Counting by ids is faster than obx_query_count, which reads the objects.
static uint64_t Count(OBX_query* query) {
  OBX_id_array* ids = obx_query_find_ids(query);
  if (ids == NULL) Fail("count");
  uint64_t count = ids->count;
  obx_id_array_free(ids);
  return count;
}

static uint64_t CheckCount(Run* run) {
  uint64_t sum = 0;
  for (int i = 0; i < kLevelCount; i++) sum += (uint64_t)(i + 1) * Count(run->queries[i]);
  return sum;
}

// Twenty rounds over the levels; a row is a count.
static uint64_t CountEach(Run* run, int round) {
  (void)round;
  for (int i = 0; i < 20 * kLevelCount; i++) {
    run->found_count = Count(run->queries[i % kLevelCount]);
  }
  return 20 * kLevelCount;
}

static void PreparePages(Run* run) {
  BuildQueries(run);
  run->numbers = ReadNumbers(run, "pages.bin", &run->number_count);
}

static void FindPage(Run* run, uint32_t level, uint32_t offset) {
  OBX_query* query = run->queries[level / 10 - 1];
  Expect(obx_query_offset_limit(query, offset, 20), "offset and limit");
  OBX_txn* transaction = BeginRead(run);
  OBX_id_array* ids = obx_query_find_ids(query);
  if (ids == NULL) Fail("ids of page");
  OBX_bytes_array* objects = obx_box_get_many(run->box, ids);
  if (objects == NULL) Fail("objects of page");
  run->found_count = objects->count;
  for (size_t i = 0; i < objects->count; i++) {
    CopyJournal(objects->bytes[i].data, &run->found[i]);
  }
  obx_bytes_array_free(objects);
  obx_id_array_free(ids);
  Expect(obx_txn_close(transaction), "close transaction");
}

static uint64_t FindPages(Run* run, int round) {
  (void)round;
  uint64_t rows = 0;
  for (size_t i = 0; i < run->number_count; i += 2) {
    FindPage(run, run->numbers[i], run->numbers[i + 1]);
    rows += run->found_count;
  }
  return rows;
}

static uint64_t CheckPages(Run* run) {
  uint64_t sum = 0;
  for (size_t i = 0; i < run->number_count; i += 2) {
    FindPage(run, run->numbers[i], run->numbers[i + 1]);
    sum += FoldFound(run);
  }
  return sum;
}

static uint64_t CountStored(Run* run) {
  uint64_t count = 0;
  Expect(obx_box_count(run->box, 0, &count), "count");
  return count;
}

static void CloseFirst(Run* run) { CloseStore(run); }

// A row is an open store; the last one stays open for the check.
static uint64_t OpenEach(Run* run, int round) {
  if (round > 0) CloseStore(run);
  enum { kOpens = 200 };
  for (int i = 0; i < kOpens; i++) {
    OpenStore(run);
    run->found_count = CountStored(run);
    if (i < kOpens - 1) CloseStore(run);
  }
  return kOpens;
}

const Work kWorks[] = {
    {"put", ReadBase, Empty, PutWithoutIds, FoldStored},
    {"put-with-ids", ReadBase, Empty, PutWithIds, FoldStored},
    {"update", ReadWithTexts, NULL, UpdateAll, FoldStored},
    {"update-both", ReadWithBoth, NULL, UpdateAll, FoldStored},
    {"remove", ReadBase, PutBack, RemoveAllById, CountStored},
    {"get", ReadIds, NULL, GetEach, CheckGet},
    {"find", BuildQueries, NULL, FindEach, CheckFind},
    {"find-large", BuildQueries, NULL, FindEach, CheckFind},
    {"count", BuildQueries, NULL, CountEach, CheckCount},
    {"page", PreparePages, NULL, FindPages, CheckPages},
    {"open", CloseFirst, NULL, OpenEach, CountStored},
};
const int kWorkCount = sizeof kWorks / sizeof kWorks[0];
