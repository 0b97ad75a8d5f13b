#include "model_program.h"

#include "program_reader.h"

namespace {

// The numbers are mirrored in src/native/model-program.ts.
enum ModelStep : uint8_t {
  kEntity = 1,
  kProperty = 2,
  kRelation = 3,
  kLastPropertyId = 4,
  kLastIds = 5,
  kPropertyIndex = 6,
  kPropertyRelation = 7,
  kPropertyHnsw = 8,
};

struct IdUid {
  obx_schema_id id;
  obx_uid uid;
};

IdUid ReadIdUid(ProgramReader& reader) {
  obx_schema_id id = reader.Word();
  return {id, reader.Read<uint64_t>()};
}

void AddEntity(OBX_model* model, ProgramReader& reader) {
  const char* name = reader.Text();
  IdUid key = ReadIdUid(reader);
  uint32_t flags = reader.Word();
  obx.model_entity(model, name, key.id, key.uid);
  if (flags != 0) obx.model_entity_flags(model, flags);
}

void AddProperty(OBX_model* model, ProgramReader& reader) {
  const char* name = reader.Text();
  uint32_t type = reader.Word();
  IdUid key = ReadIdUid(reader);
  uint32_t flags = reader.Word();
  obx.model_property(model, name, static_cast<int>(type), key.id, key.uid);
  if (flags != 0) obx.model_property_flags(model, flags);
}

void AddRelation(OBX_model* model, ProgramReader& reader) {
  const char* name = reader.Text();
  IdUid key = ReadIdUid(reader);
  IdUid target = ReadIdUid(reader);
  obx.model_relation(model, key.id, key.uid, target.id, target.uid);
  obx.model_relation_name(model, name);
}

void SetHnsw(OBX_model* model, ProgramReader& reader) {
  uint32_t dimensions = reader.Word();
  uint32_t distance = reader.Word();
  uint32_t neighbors = reader.Word();
  uint32_t search_count = reader.Word();
  uint32_t flags = reader.Word();
  uint32_t cache_kb = reader.Word();
  // Negative: keep the library's default.
  float reparation = reader.Read<float>();
  obx.model_property_index_hnsw_dimensions(model, dimensions);
  if (distance != 0) {
    obx.model_property_index_hnsw_distance_type(model, static_cast<int>(distance));
  }
  if (neighbors != 0) obx.model_property_index_hnsw_neighbors_per_node(model, neighbors);
  if (search_count != 0) obx.model_property_index_hnsw_indexing_search_count(model, search_count);
  if (flags != 0) obx.model_property_index_hnsw_flags(model, flags);
  if (cache_kb != 0) obx.model_property_index_hnsw_vector_cache_hint_size_kb(model, cache_kb);
  if (reparation >= 0) {
    obx.model_property_index_hnsw_reparation_backlink_probability(model, reparation);
  }
}

void SetLastIds(OBX_model* model, ProgramReader& reader) {
  IdUid entity = ReadIdUid(reader);
  IdUid index = ReadIdUid(reader);
  IdUid relation = ReadIdUid(reader);
  obx.model_last_entity_id(model, entity.id, entity.uid);
  if (index.id != 0) obx.model_last_index_id(model, index.id, index.uid);
  if (relation.id != 0) obx.model_last_relation_id(model, relation.id, relation.uid);
}

bool RunStep(OBX_model* model, ProgramReader& reader) {
  IdUid key;
  switch (reader.Byte()) {
    case kEntity:
      AddEntity(model, reader);
      return true;
    case kProperty:
      AddProperty(model, reader);
      return true;
    case kRelation:
      AddRelation(model, reader);
      return true;
    case kLastPropertyId:
      key = ReadIdUid(reader);
      obx.model_entity_last_property_id(model, key.id, key.uid);
      return true;
    case kLastIds:
      SetLastIds(model, reader);
      return true;
    case kPropertyIndex:
      key = ReadIdUid(reader);
      obx.model_property_index_id(model, key.id, key.uid);
      return true;
    case kPropertyRelation: {
      const char* target = reader.Text();
      key = ReadIdUid(reader);
      obx.model_property_relation(model, target, key.id, key.uid);
      return true;
    }
    case kPropertyHnsw:
      SetHnsw(model, reader);
      return true;
    default:
      return false;
  }
}

}  // namespace

OBX_model* BuildModel(const uint8_t* program, size_t size, std::string* error) {
  OBX_model* model = obx.model();
  ProgramReader reader(program, size);
  bool is_valid = model != nullptr;
  while (is_valid && !reader.at_end()) {
    is_valid = RunStep(model, reader) && obx.model_error_code(model) == kSuccess;
  }
  if (is_valid && !reader.failed()) return model;
  const char* text = model == nullptr ? nullptr : obx.model_error_message(model);
  *error = text != nullptr && text[0] != '\0' ? text : "the model could not be built";
  obx.model_free(model);
  return nullptr;
}
