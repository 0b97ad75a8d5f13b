#include <string>
#include <vector>

#include "arguments.h"
#include "error.h"
#include "handle.h"
#include "program_reader.h"
#include "query.h"

namespace {

// More open queries than this in one store are a leak: each holds some 10 kB that only closing, or
// a turn of the event loop after garbage collection, gives back.
constexpr size_t kMaximumOpenQueries = 10'000;

// The numbers are mirrored in src/query/query-program.ts.
enum QueryStep : uint8_t {
  kAll = 1,
  kAny = 2,
  kAlias = 3,
  kOrder = 4,
  kLink = 5,
  kEndLink = 6,
  kNull = 10,
  kNotNull = 11,
  kText = 12,
  kInt = 13,
  kDouble = 14,
  kBytes = 15,
  kBetweenInts = 16,
  kBetweenDoubles = 17,
  kInTexts = 18,
  kInInt64s = 19,
  kNotInInt64s = 20,
  kInInt32s = 21,
  kNotInInt32s = 22,
  kKeyText = 23,
  kKeyInt = 24,
  kKeyDouble = 25,
  kRelationCount = 26,
  kNearestNeighbors = 27,
};

using Builder = OBX_query_builder*;

// A builder or a link within it, with the conditions that are not combined yet.
struct Level {
  Builder builder;
  std::vector<obx_qb_cond> conditions;
};

class QueryProgram {
 public:
  QueryProgram(Builder root, ProgramReader* reader) : reader_(*reader) {
    levels_.push_back({root, {}});
    builders_.push_back(root);
  }
  ~QueryProgram() {
    for (size_t i = builders_.size(); i-- > 0;) obx.qb_close(builders_[i]);
  }

  // False when the program is malformed or a link was refused.
  bool Run() {
    while (!reader_.at_end()) {
      if (!RunStep(reader_.Byte()) || reader_.failed()) return false;
    }
    return !reader_.failed() && levels_.size() == 1;
  }
  Builder root() const { return builders_[0]; }
  // The error that the library holds back until the query is built.
  std::string Error(obx_err* code) const {
    for (Builder builder : builders_) {
      *code = obx.qb_error_code(builder);
      if (*code != kSuccess) return obx.qb_error_message(builder);
    }
    return "";
  }

 private:
  Builder builder() const { return levels_.back().builder; }

  bool RunStep(uint8_t step) {
    switch (step) {
      case kAll:
      case kAny:
        return Combine(step == kAll);
      case kAlias:
        obx.qb_param_alias(builder(), reader_.Text());
        return true;
      case kOrder: {
        uint32_t property = reader_.Word();
        obx.qb_order(builder(), property, reader_.Word());
        return true;
      }
      case kLink:
        return BeginLink();
      case kEndLink:
        if (levels_.size() < 2) return false;
        levels_.pop_back();
        return true;
      default:
        return AddCondition(step);
    }
  }

  bool Combine(bool is_all) {
    size_t count = reader_.Word();
    std::vector<obx_qb_cond>& conditions = levels_.back().conditions;
    if (count == 0 || count > conditions.size()) return false;
    const obx_qb_cond* first = conditions.data() + conditions.size() - count;
    obx_qb_cond combined =
        is_all ? obx.qb_all(builder(), first, count) : obx.qb_any(builder(), first, count);
    conditions.resize(conditions.size() - count);
    conditions.push_back(combined);
    return true;
  }

  bool BeginLink() {
    uint8_t kind = reader_.Byte();
    uint32_t id = reader_.Word();
    uint32_t property = reader_.Word();
    Builder linked = nullptr;
    if (kind == 0) linked = obx.qb_link_property(builder(), property);
    if (kind == 1) linked = obx.qb_backlink_property(builder(), id, property);
    if (kind == 2) linked = obx.qb_link_standalone(builder(), id);
    if (kind == 3) linked = obx.qb_backlink_standalone(builder(), id);
    if (linked == nullptr) return false;
    builders_.push_back(linked);
    levels_.push_back({linked, {}});
    return true;
  }

  bool AddCondition(uint8_t step) {
    obx_schema_id property = reader_.Word();
    bool is_known = true;
    obx_qb_cond condition = Condition(step, property, &is_known);
    levels_.back().conditions.push_back(condition);
    return is_known;
  }

  obx_qb_cond Condition(uint8_t step, obx_schema_id property, bool* is_known) {
    Builder qb = builder();
    switch (step) {
      case kNull:
        return obx.qb_null(qb, property);
      case kNotNull:
        return obx.qb_not_null(qb, property);
      case kText:
        return Text(qb, property, is_known);
      case kInt:
        return Int(qb, property, is_known);
      case kDouble:
        return Double(qb, property, is_known);
      case kBytes:
        return Bytes(qb, property, is_known);
      case kBetweenInts: {
        int64_t low = reader_.Read<int64_t>();
        return obx.qb_between_2ints(qb, property, low, reader_.Read<int64_t>());
      }
      case kBetweenDoubles: {
        double low = reader_.Read<double>();
        return obx.qb_between_2doubles(qb, property, low, reader_.Read<double>());
      }
      case kInTexts: {
        bool case_sensitive = reader_.Byte() != 0;
        std::vector<const char*> texts = reader_.TextList();
        return obx.qb_in_strings(qb, property, texts.data(), texts.size(), case_sensitive);
      }
      case kInInt64s:
      case kNotInInt64s: {
        auto values = reader_.List<int64_t>();
        auto add = step == kInInt64s ? obx.qb_in_int64s : obx.qb_not_in_int64s;
        return add(qb, property, values.data(), values.size());
      }
      case kInInt32s:
      case kNotInInt32s: {
        auto values = reader_.List<int32_t>();
        auto add = step == kInInt32s ? obx.qb_in_int32s : obx.qb_not_in_int32s;
        return add(qb, property, values.data(), values.size());
      }
      case kRelationCount: {
        uint32_t source_entity = reader_.Word();
        return obx.qb_relation_count_property(qb, source_entity, property, reader_.Word());
      }
      case kNearestNeighbors: {
        uint32_t maximum = reader_.Word();
        auto vector = reader_.List<float>();
        return obx.qb_nearest_neighbors_f32(qb, property, vector.data(), maximum);
      }
      default:
        return KeyValue(step, qb, property, is_known);
    }
  }

  obx_qb_cond Text(Builder qb, obx_schema_id property, bool* is_known) {
    decltype(obx.qb_equals_string) const functions[] = {
        obx.qb_equals_string,           obx.qb_not_equals_string, obx.qb_contains_string,
        obx.qb_starts_with_string,      obx.qb_ends_with_string,  obx.qb_greater_than_string,
        obx.qb_greater_or_equal_string, obx.qb_less_than_string,  obx.qb_less_or_equal_string,
        obx.qb_contains_element_string};
    uint8_t operation = reader_.Byte();
    bool case_sensitive = reader_.Byte() != 0;
    const char* text = reader_.Text();
    *is_known = operation < std::size(functions);
    return *is_known ? functions[operation](qb, property, text, case_sensitive) : 0;
  }

  obx_qb_cond Int(Builder qb, obx_schema_id property, bool* is_known) {
    decltype(obx.qb_equals_int) const functions[] = {
        obx.qb_equals_int,           obx.qb_not_equals_int, obx.qb_greater_than_int,
        obx.qb_greater_or_equal_int, obx.qb_less_than_int,  obx.qb_less_or_equal_int};
    uint8_t operation = reader_.Byte();
    int64_t value = reader_.Read<int64_t>();
    *is_known = operation < std::size(functions);
    return *is_known ? functions[operation](qb, property, value) : 0;
  }

  obx_qb_cond Double(Builder qb, obx_schema_id property, bool* is_known) {
    decltype(obx.qb_less_than_double)
        const functions[] = {obx.qb_greater_than_double, obx.qb_greater_or_equal_double,
                             obx.qb_less_than_double, obx.qb_less_or_equal_double};
    uint8_t operation = reader_.Byte();
    double value = reader_.Read<double>();
    *is_known = operation < std::size(functions);
    return *is_known ? functions[operation](qb, property, value) : 0;
  }

  obx_qb_cond Bytes(Builder qb, obx_schema_id property, bool* is_known) {
    decltype(obx.qb_equals_bytes) const functions[] = {
        obx.qb_equals_bytes, obx.qb_greater_than_bytes, obx.qb_greater_or_equal_bytes,
        obx.qb_less_than_bytes, obx.qb_less_or_equal_bytes};
    uint8_t operation = reader_.Byte();
    auto value = reader_.List<uint8_t>();
    *is_known = operation < std::size(functions);
    return *is_known ? functions[operation](qb, property, value.data(), value.size()) : 0;
  }

  obx_qb_cond KeyValue(uint8_t step, Builder qb, obx_schema_id property, bool* is_known) {
    uint8_t operation = reader_.Byte();
    const char* key = reader_.Text();
    *is_known = operation < 5 && step >= kKeyText && step <= kKeyDouble;
    if (!*is_known) return 0;
    if (step == kKeyText) {
      decltype(obx.qb_equals_key_value_string) const functions[] = {
          obx.qb_equals_key_value_string, obx.qb_greater_key_value_string,
          obx.qb_greater_or_equal_key_value_string, obx.qb_less_than_key_value_string,
          obx.qb_less_or_equal_key_value_string};
      bool case_sensitive = reader_.Byte() != 0;
      return functions[operation](qb, property, key, reader_.Text(), case_sensitive);
    }
    if (step == kKeyInt) {
      decltype(obx.qb_equals_key_value_int)
          const functions[] = {obx.qb_equals_key_value_int, obx.qb_greater_key_value_int,
                               obx.qb_greater_or_equal_key_value_int,
                               obx.qb_less_than_key_value_int, obx.qb_less_or_equal_key_value_int};
      return functions[operation](qb, property, key, reader_.Read<int64_t>());
    }
    decltype(obx.qb_equals_key_value_double) const functions[] = {
        obx.qb_equals_key_value_double, obx.qb_greater_key_value_double,
        obx.qb_greater_or_equal_key_value_double, obx.qb_less_than_key_value_double,
        obx.qb_less_or_equal_key_value_double};
    return functions[operation](qb, property, key, reader_.Read<double>());
  }

  ProgramReader& reader_;
  std::vector<Level> levels_;
  std::vector<Builder> builders_;
};

// The closed query that is to be opened again, if one was given.
bool ReadSpare(napi_env env, Store* store, napi_value value, Query** query) {
  napi_valuetype type;
  if (napi_typeof(env, value, &type) == napi_ok && type == napi_undefined) return true;
  *query = ToQuery(env, value);
  if (*query == nullptr) return false;
  if ((*query)->query == nullptr && (*query)->store == store) return true;
  napi_throw_type_error(env, nullptr, "the spare query is open or of another store");
  return false;
}

napi_value ThrowBuild(napi_env env, const QueryProgram& program) {
  obx_err code = kSuccess;
  std::string text = program.Error(&code);
  if (code == kSuccess) return ThrowLastError(env, kIllegalArgument, "the query is malformed");
  obx.last_error_pop(nullptr, nullptr);
  return ThrowError(env, ErrorKind::kLibrary, code, text);
}

}  // namespace

// OBX_C_API OBX_query_builder* obx_query_builder(OBX_store* store, obx_schema_id entity_id);
// OBX_C_API OBX_query* obx_query(OBX_query_builder* builder);
// queryBuild(store: StoreHandle, entityId: number, program: Uint8Array, spare?: QueryHandle)
//   : QueryHandle   the builder is closed before this returns; a closed query of the same store may
//   be given to be opened again: what the engine keeps per handle would stay for the whole turn
napi_value QueryBuild(napi_env env, napi_callback_info info) {
  Arguments<4> arguments(env, info);
  Store* store = ToUsableStore(env, arguments[0]);
  Query* query = nullptr;
  uint32_t entity_id = 0;
  void* bytes = nullptr;
  size_t size = 0;
  if (store == nullptr || !arguments.Uint32(1, &entity_id) ||
      !arguments.TypedArray(2, napi_uint8_array, &bytes, &size) ||
      !ReadSpare(env, store, arguments[3], &query)) {
    return nullptr;
  }
  if (store->open_queries.size() >= kMaximumOpenQueries) {
    return ThrowError(env, ErrorKind::kTooManyQueries, kIllegalState,
                      std::to_string(kMaximumOpenQueries) + " queries of the store " +
                          store->directory + " are open");
  }
  // The library's builder would crash on an entity that it does not know.
  if (obx.box(store->store, entity_id) == nullptr) {
    return ThrowLastError(env, kIllegalArgument, "there is no such entity");
  }
  Builder root = obx.query_builder(store->store, entity_id);
  if (root == nullptr) return ThrowLastError(env, kIllegalState, "no query could be built");
  ProgramReader reader(static_cast<const uint8_t*>(bytes), size);
  QueryProgram program(root, &reader);
  obx_err code = kSuccess;
  if (!program.Run() || !program.Error(&code).empty()) return ThrowBuild(env, program);
  OBX_query* native = obx.query(root);
  if (native == nullptr) return ThrowBuild(env, program);
  if (query != nullptr) {
    query->entity_id = entity_id;
    OpenQuery(query, native);
    return arguments[3];
  }
  query = new Query();
  query->store = store;
  query->entity_id = entity_id;
  return WrapQuery(env, query, native);
}

// OBX_C_API obx_err obx_query_close(OBX_query* query);
// queryClose(query: QueryHandle): void   no effect when it is closed
napi_value QueryClose(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Query* query = ToQuery(env, arguments[0]);
  if (query != nullptr) CloseQuery(query);
  return nullptr;
}

// queryIsOpen(query: QueryHandle): boolean
napi_value QueryIsOpen(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Query* query = ToQuery(env, arguments[0]);
  return query == nullptr ? nullptr : Boolean(env, query->query != nullptr);
}

// OBX_C_API const char* obx_query_describe_params(OBX_query* query);
// queryDescribe(query: QueryHandle): string
napi_value QueryDescribe(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  if (query == nullptr) return nullptr;
  const char* text = obx.query_describe_params(query->query);
  if (text == nullptr) return ThrowLastError(env, kIllegalState, "the query cannot be described");
  napi_value result = nullptr;
  napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &result);
  return result;
}
