#include "result_texts.h"

#include "arguments.h"

namespace {

constexpr uint32_t kMostTexts = 128;

template <typename Value>
Value ReadAt(const uint8_t* data) {
  Value value;
  memcpy(&value, data, sizeof value);
  return value;
}

bool IsAscii(const uint8_t* data, size_t size) {
  uint64_t bits = 0;
  size_t i = 0;
  for (; i + sizeof bits <= size; i += sizeof bits) bits |= ReadAt<uint64_t>(data + i);
  for (; i < size; i++) bits |= data[i];
  return (bits & 0x8080808080808080) == 0;
}

// Finds the string in the field at this offset of the vtable; null when the object lacks it. What
// the library stored is well-formed, but JavaScript can reach the memory that it was copied to.
const uint8_t* FindText(const ResultBuffer& objects, uint32_t object, uint32_t slot,
                        uint32_t* length) {
  const uint8_t* data = objects.data();
  size_t end = objects.size();
  auto is_inside = [end](size_t at, size_t size) { return at <= end && size <= end - at; };
  if (!is_inside(object, sizeof(uint32_t))) return nullptr;
  size_t table = object + size_t{ReadAt<uint32_t>(data + object)};
  if (!is_inside(table, sizeof(int32_t))) return nullptr;
  size_t vtable = table - static_cast<size_t>(int64_t{ReadAt<int32_t>(data + table)});
  if (!is_inside(vtable, sizeof(uint16_t)) || slot >= ReadAt<uint16_t>(data + vtable)) {
    return nullptr;
  }
  if (!is_inside(vtable + slot, sizeof(uint16_t))) return nullptr;
  uint16_t field = ReadAt<uint16_t>(data + vtable + slot);
  size_t at = table + field;
  if (field == 0 || !is_inside(at, sizeof(uint32_t))) return nullptr;
  size_t text = at + ReadAt<uint32_t>(data + at);
  if (!is_inside(text, sizeof(uint32_t))) return nullptr;
  *length = ReadAt<uint32_t>(data + text);
  text += sizeof(uint32_t);
  return is_inside(text, *length) ? data + text : nullptr;
}

napi_value CreateText(napi_env env, const uint8_t* text, uint32_t length) {
  const char* characters = reinterpret_cast<const char*>(text);
  napi_value value = nullptr;
  if (IsAscii(text, length))
    napi_create_string_latin1(env, characters, length, &value);
  else
    napi_create_string_utf8(env, characters, length, &value);
  return value;
}

// The text of the object at this place, `otherwise` when it has none, null with an exception.
napi_value TextOf(const Environment* environment, uint32_t object, uint32_t slot,
                  napi_value otherwise) {
  uint32_t length = 0;
  const uint8_t* text = FindText(environment->objects, object, slot, &length);
  return text == nullptr ? otherwise : CreateText(environment->env, text, length);
}

}  // namespace

napi_value FirstText(const Environment* environment, uint32_t slot, napi_value otherwise) {
  return TextOf(environment, 0, slot, otherwise);
}

// resultTexts(start: number, count: number, slot: number, collect: (...texts) => T): T
//   the strings of at most 128 objects of the results from position `start`, undefined for those
//   without; `slot` is the offset of the property in the vtable
napi_value ResultTexts(napi_env env, napi_callback_info info) {
  Arguments<4> arguments(env, info);
  const Environment* environment = Environment::Get(env);
  uint32_t start = 0;
  uint32_t count = 0;
  uint32_t slot = 0;
  if (!arguments.Uint32(0, &start) || !arguments.Uint32(1, &count) || !arguments.Uint32(2, &slot)) {
    return nullptr;
  }
  if (count > kMostTexts || uint64_t{start} + count > environment->object_count()) {
    napi_throw_range_error(env, nullptr, "there are no such results");
    return nullptr;
  }
  napi_value undefined = nullptr;
  napi_get_undefined(env, &undefined);
  napi_value texts[kMostTexts];
  const uint8_t* offsets = environment->offsets.data();
  for (uint32_t i = 0; i < count; i++) {
    uint32_t offset = ReadAt<uint32_t>(offsets + (size_t{start} + i) * sizeof(uint32_t));
    texts[i] = TextOf(environment, offset, slot, undefined);
    // An exception is pending then: the string is longer than the engine allows.
    if (texts[i] == nullptr) return nullptr;
  }
  // One call with many arguments is cheaper than setting elements of an array one by one.
  napi_value result = nullptr;
  napi_status status = napi_call_function(env, undefined, arguments[3], count, texts, &result);
  if (status == napi_ok) return result;
  if (status != napi_pending_exception) {
    napi_throw_type_error(env, nullptr, "argument 4 must be a function");
  }
  return nullptr;
}
