#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void Fail(const char* what) {
  fprintf(stderr, "%s: %s\n", what, obx_last_error_message());
  exit(1);
}

void Expect(obx_err rc, const char* what) {
  if (rc != 0) Fail(what);
}

// An existing store needs no model.
void OpenStore(Run* run) {
  OBX_store_options* options = obx_opt();
  Expect(obx_opt_directory(options, run->store_directory), "directory");
  run->store = obx_store_open(options);
  if (run->store == NULL) Fail("open");
  run->entity = obx_store_entity_id(run->store, "Journal");
  run->box = obx_box(run->store, run->entity);
  if (run->box == NULL) Fail("box");
}

void CloseStore(Run* run) {
  for (int i = 0; i < kLevelCount; i++) {
    if (run->queries[i] != NULL) Expect(obx_query_close(run->queries[i]), "close query");
    run->queries[i] = NULL;
  }
  Expect(obx_store_close(run->store), "close");
}

static uint8_t* ReadInput(const Run* run, const char* name, size_t* size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", run->input_directory, name);
  FILE* file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  uint8_t* memory = malloc(*size);
  if (memory == NULL || fread(memory, 1, *size, file) != *size) {
    perror(path);
    exit(1);
  }
  fclose(file);
  return memory;
}

uint32_t* ReadNumbers(const Run* run, const char* name, size_t* count) {
  size_t size = 0;
  uint32_t* numbers = (uint32_t*)ReadInput(run, name, &size);
  *count = size / sizeof *numbers;
  return numbers;
}

// File: count, then per object offset, size and offset of its id, then, 8-aligned, the objects.
Objects ReadObjects(const Run* run, const char* name) {
  size_t size = 0;
  Objects objects = {.memory = ReadInput(run, name, &size)};
  const uint32_t* header = (const uint32_t*)objects.memory;
  objects.count = header[0];
  objects.bytes = calloc(objects.count, sizeof *objects.bytes);
  objects.id_slots = calloc(objects.count, sizeof *objects.id_slots);
  objects.ids = calloc(objects.count, sizeof *objects.ids);
  uint8_t* start = objects.memory + ((1 + 3 * objects.count) * sizeof(uint32_t) + 7) / 8 * 8;
  for (size_t i = 0; i < objects.count; i++) {
    const uint32_t* span = header + 1 + 3 * i;
    objects.bytes[i] = (OBX_bytes){start + span[0], span[1]};
    objects.id_slots[i] = (uint64_t*)(start + span[2]);
    objects.ids[i] = *objects.id_slots[i];
  }
  return objects;
}

static uint16_t FieldOffset(const uint8_t* table, int slot) {
  const uint8_t* vtable = table - *(const int32_t*)table;
  int position = 4 + 2 * slot;
  return position < *(const uint16_t*)vtable ? *(const uint16_t*)(vtable + position) : 0;
}

static int64_t Read64(const uint8_t* data) {
  int64_t value;
  memcpy(&value, data, sizeof value);
  return value;
}

void CopyJournal(const uint8_t* data, Journal* journal) {
  const uint8_t* table = data + *(const uint32_t*)data;
  journal->id = (uint64_t)Read64(table + FieldOffset(table, 0));
  journal->timestamp = Read64(table + FieldOffset(table, 1));
  journal->level = *(const int16_t*)(table + FieldOffset(table, 2));
  const uint8_t* at = table + FieldOffset(table, 3);
  const uint8_t* text = at + *(const uint32_t*)at;
  uint32_t length = *(const uint32_t*)text;
  if (length >= sizeof journal->text) length = sizeof journal->text - 1;
  journal->text_length = length;
  memcpy(journal->text, text + 4, length + 1);
}

uint64_t Fold(const Journal* journal) {
  uint64_t last = journal->text_length == 0 ? 0 : (uint8_t)journal->text[journal->text_length - 1];
  return (uint64_t)(journal->timestamp % 100000) + (uint64_t)journal->level +
         journal->text_length * 7 + last;
}
