#include "arguments.h"
#include "error.h"
#include "handle.h"
#include "query.h"

namespace {

// A property query that closes itself: none outlives its query or its call.
class PropertyQuery {
 public:
  PropertyQuery(Query* query, obx_schema_id property)
      : native_(obx.query_prop(query->query, property)) {}
  PropertyQuery(const PropertyQuery&) = delete;
  PropertyQuery& operator=(const PropertyQuery&) = delete;
  ~PropertyQuery() {
    if (native_ != nullptr) obx.query_prop_close(native_);
  }
  OBX_query_prop* get() const { return native_; }

 private:
  OBX_query_prop* native_;
};

// The operations of queryPropertyNumber, mirrored in src/native/addon.ts.
enum NumberOperation : uint32_t {
  kCount = 0,
  kMinimum = 1,
  kMaximum = 2,
  kSum = 3,
  kAverage = 4,
  kIntMinimum = 5,
  kIntMaximum = 6,
  kIntSum = 7,
};

struct NumberResult {
  obx_err rc = kSuccess;
  bool is_int = false;
  double number = 0;
  int64_t integer = 0;
  // How many values contributed; negative when the library took a short cut.
  int64_t count = 0;
};

NumberResult RunNumber(OBX_query_prop* query, uint32_t operation) {
  NumberResult result;
  uint64_t count = 0;
  switch (operation) {
    case kCount:
      result.rc = obx.query_prop_count(query, &count);
      result.number = static_cast<double>(count);
      result.count = -1;
      break;
    case kMinimum:
      result.rc = obx.query_prop_min(query, &result.number, &result.count);
      break;
    case kMaximum:
      result.rc = obx.query_prop_max(query, &result.number, &result.count);
      break;
    case kSum:
      result.rc = obx.query_prop_sum(query, &result.number, &result.count);
      break;
    case kAverage:
      result.rc = obx.query_prop_avg(query, &result.number, &result.count);
      break;
    case kIntMinimum:
      result.rc = obx.query_prop_min_int(query, &result.integer, &result.count);
      break;
    case kIntMaximum:
      result.rc = obx.query_prop_max_int(query, &result.integer, &result.count);
      break;
    case kIntSum:
      result.rc = obx.query_prop_sum_int(query, &result.integer, &result.count);
      break;
    default:
      result.rc = kIllegalArgument;
  }
  result.is_int = operation >= kIntMinimum;
  return result;
}

napi_value BigInts(napi_env env, const int64_t* values, size_t count) {
  napi_value result, value;
  napi_create_array_with_length(env, count, &result);
  for (size_t i = 0; i < count; i++) {
    napi_create_bigint_int64(env, values[i], &value);
    napi_set_element(env, result, static_cast<uint32_t>(i), value);
  }
  return result;
}

template <typename Item>
napi_value Numbers(napi_env env, const Item* values, size_t count) {
  napi_value result;
  napi_create_array_with_length(env, count, &result);
  for (size_t i = 0; i < count; i++) {
    napi_set_element(env, result, static_cast<uint32_t>(i),
                     Number(env, static_cast<double>(values[i])));
  }
  return result;
}

napi_value Texts(napi_env env, const char* const* values, size_t count) {
  napi_value result, value;
  napi_create_array_with_length(env, count, &result);
  for (size_t i = 0; i < count; i++) {
    napi_create_string_utf8(env, values[i], NAPI_AUTO_LENGTH, &value);
    napi_set_element(env, result, static_cast<uint32_t>(i), value);
  }
  return result;
}

template <typename Array, typename Item>
napi_value Take(napi_env env, Array* array, void (*release)(Array*),
                napi_value (*convert)(napi_env, const Item*, size_t)) {
  if (array == nullptr) return ThrowLastError(env, kIllegalState, "the property query failed");
  napi_value result = convert(env, array->items, array->count);
  release(array);
  return result;
}

}  // namespace

// OBX_C_API obx_err obx_query_prop_min(OBX_query_prop*, double* out_minimum, int64_t* count);  et
// al. queryPropertyNumber(query, propertyId, operation, distinct): number | bigint | undefined
//   undefined when no value contributed
napi_value QueryPropertyNumber(napi_env env, napi_callback_info info) {
  Arguments<4> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  uint32_t property = 0;
  uint32_t operation = 0;
  bool distinct = false;
  if (query == nullptr || !arguments.Uint32(1, &property) || !arguments.Uint32(2, &operation) ||
      !arguments.Boolean(3, &distinct)) {
    return nullptr;
  }
  PropertyQuery property_query(query, property);
  if (property_query.get() == nullptr ||
      (distinct && obx.query_prop_distinct(property_query.get(), true) != kSuccess)) {
    return ThrowLastError(env, kIllegalArgument, "there is no such property");
  }
  NumberResult result = RunNumber(property_query.get(), operation);
  if (result.rc != kSuccess) return ThrowLastError(env, result.rc, "the property query failed");
  if (result.count == 0) return nullptr;
  if (!result.is_int) return Number(env, result.number);
  napi_value value = nullptr;
  napi_create_bigint_int64(env, result.integer, &value);
  return value;
}

// OBX_C_API OBX_int64_array* obx_query_prop_find_int64s(OBX_query_prop*, const int64_t*);  et al.
// queryPropertyValues(query, propertyId, width, distinct, caseSensitive): (string|number|bigint)[]
//   width: 0 string, 1 2 4 8 bytes of an integer, 14 float, 18 double; nulls are left out
napi_value QueryPropertyValues(napi_env env, napi_callback_info info) {
  Arguments<5> arguments(env, info);
  Query* query = ToUsableQuery(env, arguments[0]);
  uint32_t property = 0;
  uint32_t width = 0;
  bool distinct = false;
  bool case_sensitive = false;
  if (query == nullptr || !arguments.Uint32(1, &property) || !arguments.Uint32(2, &width) ||
      !arguments.Boolean(3, &distinct) || !arguments.Boolean(4, &case_sensitive)) {
    return nullptr;
  }
  PropertyQuery owner(query, property);
  OBX_query_prop* native = owner.get();
  if (native == nullptr) return ThrowLastError(env, kIllegalArgument, "there is no such property");
  obx_err rc = kSuccess;
  if (distinct && width == 0) rc = obx.query_prop_distinct_case(native, true, case_sensitive);
  if (distinct && width != 0) rc = obx.query_prop_distinct(native, true);
  if (rc != kSuccess) return ThrowLastError(env, rc, "distinct values are refused");
  switch (width) {
    case 0:
      return Take(env, obx.query_prop_find_strings(native, nullptr), obx.string_array_free, Texts);
    case 1:
      return Take(env, obx.query_prop_find_int8s(native, nullptr), obx.int8_array_free,
                  Numbers<int8_t>);
    case 2:
      return Take(env, obx.query_prop_find_int16s(native, nullptr), obx.int16_array_free,
                  Numbers<int16_t>);
    case 4:
      return Take(env, obx.query_prop_find_int32s(native, nullptr), obx.int32_array_free,
                  Numbers<int32_t>);
    case 8:
      return Take(env, obx.query_prop_find_int64s(native, nullptr), obx.int64_array_free, BigInts);
    case 14:
      return Take(env, obx.query_prop_find_floats(native, nullptr), obx.float_array_free,
                  Numbers<float>);
    case 18:
      return Take(env, obx.query_prop_find_doubles(native, nullptr), obx.double_array_free,
                  Numbers<double>);
    default:
      napi_throw_range_error(env, nullptr, "there is no such width");
      return nullptr;
  }
}
