#include "arguments.h"
#include "box.h"
#include "error.h"
#include "transaction.h"

namespace {

// The directions of boxRelatedIds, mirrored in src/native/addon.ts.
enum RelationDirection : uint32_t { kTargets = 0, kSources = 1, kPropertySources = 2 };

struct RelationChange {
  Box* box = nullptr;
  uint32_t relation_id = 0;
  uint64_t source = 0;
  uint64_t target = 0;
};

bool ReadChange(napi_env env, const ArgumentReader& arguments, RelationChange* change) {
  change->box = ToBox(env, arguments[0]);
  return change->box != nullptr && CheckWritable(change->box->store) &&
         arguments.Uint32(1, &change->relation_id) && arguments.Id(2, &change->source) &&
         arguments.Id(3, &change->target);
}

constexpr char kDeadTransaction[] =
    "a change of a relation failed inside this transaction, which ended it: nothing of it is "
    "stored";

}  // namespace

// OBX_C_API obx_err obx_box_rel_put(OBX_box*, obx_schema_id, obx_id source_id, obx_id target_id);
// boxRelationPut(box: BoxHandle, relationId: number, source: number, target: number): void
//   the box is the source's
napi_value BoxRelationPut(napi_env env, napi_callback_info info) {
  Arguments<4> arguments(env, info);
  RelationChange change;
  if (!ReadChange(env, arguments, &change)) return nullptr;
  if (obx_err rc =
          obx.box_rel_put(change.box->box, change.relation_id, change.source, change.target)) {
    ThrowLastError(env, rc, "the relation could not be stored");
    AbortIfDead(change.box, kDeadTransaction);
  }
  return nullptr;
}

// OBX_C_API obx_err obx_box_rel_remove(OBX_box*, obx_schema_id, obx_id source, obx_id target);
// boxRelationRemove(box: BoxHandle, relationId: number, source: number, target: number): boolean
napi_value BoxRelationRemove(napi_env env, napi_callback_info info) {
  Arguments<4> arguments(env, info);
  RelationChange change;
  if (!ReadChange(env, arguments, &change)) return nullptr;
  obx_err rc =
      obx.box_rel_remove(change.box->box, change.relation_id, change.source, change.target);
  if (rc == kSuccess || rc == kNotFound) return Boolean(env, rc == kSuccess);
  ThrowLastError(env, rc, "the relation could not be removed");
  AbortIfDead(change.box, kDeadTransaction);
  return nullptr;
}

// OBX_C_API OBX_id_array* obx_box_rel_get_ids(OBX_box*, obx_schema_id relation_id, obx_id id);
// OBX_C_API OBX_id_array* obx_box_rel_get_backlink_ids(OBX_box*, obx_schema_id, obx_id id);
// OBX_C_API OBX_id_array* obx_box_get_backlink_ids(OBX_box*, obx_schema_id property_id, obx_id id);
// boxRelatedIds(box: BoxHandle, direction: number, relationOrPropertyId: number, id: number):
// number
//   ids of objects of this box, as numbers in the results: 0 targets of the standalone relation,
//   1 its sources, 2 objects whose to-one points at id
napi_value BoxRelatedIds(napi_env env, napi_callback_info info) {
  Arguments<4> arguments(env, info);
  Box* box = ToUsableBox(env, arguments[0]);
  uint32_t direction = 0;
  uint32_t relation_id = 0;
  uint64_t id = 0;
  if (box == nullptr || !arguments.Uint32(1, &direction) || !arguments.Uint32(2, &relation_id) ||
      !arguments.Id(3, &id)) {
    return nullptr;
  }
  OBX_id_array* ids = nullptr;
  if (direction == kTargets) {
    ids = obx.box_rel_get_ids(box->box, relation_id, id);
  } else if (direction == kSources) {
    ids = obx.box_rel_get_backlink_ids(box->box, relation_id, id);
  } else {
    ids = obx.box_get_backlink_ids(box->box, relation_id, id);
  }
  if (ids == nullptr) return ThrowLastError(env, kIllegalState, "the relation could not be read");
  Environment* environment = box->store->environment;
  environment->BeginResults();
  size_t count = ids->count;
  bool is_copied = CopyIds(environment, *ids);
  obx.id_array_free(ids);
  if (!is_copied || !environment->PublishResults()) return nullptr;
  return Number(env, static_cast<double>(count));
}
