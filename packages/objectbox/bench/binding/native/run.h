#ifndef RUN_H_
#define RUN_H_

#include <stdint.h>

#include "objectbox.h"

// What an object read from the store is copied into.
typedef struct {
  uint64_t id;
  int64_t timestamp;
  int16_t level;
  uint32_t text_length;
  char text[64];
} Journal;

// Objects serialized beforehand.
typedef struct {
  uint8_t* memory;
  OBX_bytes* bytes;
  uint64_t** id_slots;
  obx_id* ids;
  size_t count;
} Objects;

enum { kLevelCount = 5, kLargestResult = 32768 };

typedef struct {
  const char* store_directory;
  const char* input_directory;
  OBX_store* store;
  OBX_box* box;
  obx_schema_id entity;
  OBX_query* queries[kLevelCount];
  Objects objects;
  Objects changed;
  // Ids to look up, or pairs of level and offset.
  uint32_t* numbers;
  size_t number_count;
  Journal* found;
  size_t found_count;
} Run;

// A unit of measurement. A round is timed; `before` is not. `check` reads what the work reads or
// leaves behind and folds it into a number that all contenders must agree on.
typedef struct {
  const char* name;
  void (*prepare)(Run*);
  void (*before)(Run*, int round);
  uint64_t (*round)(Run*, int round);
  uint64_t (*check)(Run*);
} Work;

extern const Work kWorks[];
extern const int kWorkCount;

// Ends the program with the library's message.
void Fail(const char* what);
void Expect(obx_err rc, const char* what);

void OpenStore(Run* run);
void CloseStore(Run* run);
Objects ReadObjects(const Run* run, const char* name);
uint32_t* ReadNumbers(const Run* run, const char* name, size_t* count);

void CopyJournal(const uint8_t* data, Journal* journal);
uint64_t Fold(const Journal* journal);

#endif  // RUN_H_
