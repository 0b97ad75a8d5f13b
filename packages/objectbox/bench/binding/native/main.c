// Measures one work of the binding's benchmark in C.
//   usage: binding <work> <store directory> <input directory> <warm-up rounds> <timed rounds>
// Prints {"roundsNs": [...], "rows": per round, "check": number}.

#define _POSIX_C_SOURCE 199309L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "run.h"

enum { kMostRounds = 1000 };

static int64_t NowNs(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static const Work* FindWork(const char* name) {
  for (int i = 0; i < kWorkCount; i++) {
    if (strcmp(kWorks[i].name, name) == 0) return &kWorks[i];
  }
  fprintf(stderr, "there is no work %s\n", name);
  exit(2);
}

static void Measure(const Work* work, Run* run, int warm_up_rounds, int timed_rounds) {
  int64_t rounds[kMostRounds];
  uint64_t rows = 0;
  for (int round = 0; round < warm_up_rounds + timed_rounds; round++) {
    if (work->before != NULL) work->before(run, round);
    int64_t start = NowNs();
    rows = work->round(run, round);
    int64_t duration = NowNs() - start;
    if (round >= warm_up_rounds) rounds[round - warm_up_rounds] = duration;
  }
  printf("{\"roundsNs\": [");
  for (int i = 0; i < timed_rounds; i++) printf("%s%" PRId64, i == 0 ? "" : ", ", rounds[i]);
  printf("], \"rows\": %" PRIu64 ", \"check\": %" PRIu64 "}\n", rows, work->check(run));
}

int main(int argc, char** argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: %s <work> <store> <inputs> <warm-up rounds> <rounds>\n", argv[0]);
    return 2;
  }
  const Work* work = FindWork(argv[1]);
  int warm_up_rounds = atoi(argv[4]);
  int timed_rounds = atoi(argv[5]);
  if (warm_up_rounds < 0 || timed_rounds < 1 || timed_rounds > kMostRounds) {
    fprintf(stderr, "at most %d rounds\n", kMostRounds);
    return 2;
  }
  Run run = {.store_directory = argv[2], .input_directory = argv[3]};
  run.found = calloc(kLargestResult, sizeof(Journal));
  OpenStore(&run);
  if (work->prepare != NULL) work->prepare(&run);
  Measure(work, &run, warm_up_rounds, timed_rounds);
  CloseStore(&run);
  return 0;
}
