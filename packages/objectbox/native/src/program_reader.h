#ifndef PROGRAM_READER_H_
#define PROGRAM_READER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

// Reads what src/native/program-writer.ts wrote: a model, a query or parameters as one byte string,
// little endian and unaligned, so that building them takes one call. Reading past the end yields
// zeros and makes `failed` true.
class ProgramReader {
 public:
  ProgramReader(const uint8_t* data, size_t size) : position_(data), end_(data + size) {}

  bool failed() const { return failed_; }
  bool at_end() const { return failed_ || position_ == end_; }

  template <typename Value>
  Value Read() {
    Value value{};
    if (const uint8_t* source = Take(sizeof value)) memcpy(&value, source, sizeof value);
    return value;
  }
  uint8_t Byte() { return Read<uint8_t>(); }
  uint32_t Word() { return Read<uint32_t>(); }

  // UTF-8 with its closing NUL, which is counted; valid as long as the program's bytes.
  const char* Text() {
    size_t size = Word();
    const uint8_t* text = Take(size);
    if (text != nullptr && size > 0 && text[size - 1] == 0) {
      return reinterpret_cast<const char*>(text);
    }
    failed_ = true;
    return "";
  }

  // A count, and that many values.
  template <typename Value>
  std::vector<Value> List() {
    size_t count = Word();
    const uint8_t* source = count <= Left() / sizeof(Value) ? Take(count * sizeof(Value)) : nullptr;
    if (source == nullptr) {
      failed_ = true;
      return {};
    }
    std::vector<Value> values(count);
    if (count > 0) memcpy(values.data(), source, count * sizeof(Value));
    return values;
  }

  std::vector<const char*> TextList() {
    size_t count = Word();
    std::vector<const char*> texts;
    for (size_t i = 0; i < count && !failed_; i++) texts.push_back(Text());
    return texts;
  }

 private:
  size_t Left() const { return static_cast<size_t>(end_ - position_); }

  const uint8_t* Take(size_t size) {
    if (failed_ || size > Left()) {
      failed_ = true;
      return nullptr;
    }
    const uint8_t* taken = position_;
    position_ += size;
    return taken;
  }

  const uint8_t* position_;
  const uint8_t* end_;
  bool failed_ = false;
};

#endif  // PROGRAM_READER_H_
