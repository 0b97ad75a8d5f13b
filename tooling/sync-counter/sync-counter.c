/*
 * Counts the calls that make data durable, for any database in the process: preloaded into a worker, it adds to 64-bit counters
 * in a shared file named by ROWRATE_SYNC_COUNTS. Agrees with strace and needs no right to trace. With ROWRATE_SYNC_DELAY_US
 * every fsync, fdatasync and synchronous msync takes so many microseconds more: another machine's storage.
 *
 * Order of the counters: fsync, fdatasync, msync, sync_file_range, syncfs, writes to descriptors opened with O_DSYNC or O_SYNC.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { FSYNC, FDATASYNC, MSYNC, SYNC_FILE_RANGE, SYNCFS, DSYNC_WRITE, KINDS };

static _Atomic uint64_t *counters;
static struct timespec delay;

__attribute__((constructor)) static void read_delay(void) {
  const char *text = getenv("ROWRATE_SYNC_DELAY_US");
  if (text == NULL) return;
  long microseconds = strtol(text, NULL, 10);
  delay.tv_sec = microseconds / 1000000;
  delay.tv_nsec = microseconds % 1000000 * 1000;
}

__attribute__((constructor)) static void attach(void) {
  const char *path = getenv("ROWRATE_SYNC_COUNTS");
  if (path == NULL) return;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (ftruncate(file, KINDS * sizeof(uint64_t)) == 0) {
    void *map = mmap(NULL, KINDS * sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) counters = map;
  }
  close(file);
}

static void count(int kind) {
  if (counters != NULL) atomic_fetch_add(&counters[kind], 1);
}

/* Sleeps the delay after a call that has synced, and gives the call's result. */
static int delayed(int result) {
  if (delay.tv_sec != 0 || delay.tv_nsec != 0) {
    int error = errno;
    struct timespec left = delay;
    while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
    errno = error;
  }
  return result;
}

/* O_DSYNC belongs to the descriptor: LMDB and ObjectBox write their meta page through one of their own. */
static void count_write(int file) {
  if (counters == NULL) return;
  int flags = fcntl(file, F_GETFL);
  if (flags >= 0 && (flags & O_DSYNC)) count(DSYNC_WRITE);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int file) {
  static __typeof__(&fsync) real;
  if (real == NULL) real = REAL(fsync);
  count(FSYNC);
  return delayed(real(file));
}

int fdatasync(int file) {
  static __typeof__(&fdatasync) real;
  if (real == NULL) real = REAL(fdatasync);
  count(FDATASYNC);
  return delayed(real(file));
}

int msync(void *address, size_t length, int flags) {
  static __typeof__(&msync) real;
  if (real == NULL) real = REAL(msync);
  if (!(flags & MS_SYNC)) return real(address, length, flags);
  count(MSYNC);
  return delayed(real(address, length, flags));
}

int sync_file_range(int file, off64_t offset, off64_t length, unsigned int flags) {
  static __typeof__(&sync_file_range) real;
  if (real == NULL) real = REAL(sync_file_range);
  count(SYNC_FILE_RANGE);
  return real(file, offset, length, flags);
}

int syncfs(int file) {
  static __typeof__(&syncfs) real;
  if (real == NULL) real = REAL(syncfs);
  count(SYNCFS);
  return real(file);
}

ssize_t write(int file, const void *data, size_t size) {
  static __typeof__(&write) real;
  if (real == NULL) real = REAL(write);
  count_write(file);
  return real(file, data, size);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
  static __typeof__(&pwrite) real;
  if (real == NULL) real = REAL(pwrite);
  count_write(file);
  return real(file, data, size, offset);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset) {
  static __typeof__(&pwrite64) real;
  if (real == NULL) real = REAL(pwrite64);
  count_write(file);
  return real(file, data, size, offset);
}

ssize_t writev(int file, const struct iovec *parts, int number) {
  static __typeof__(&writev) real;
  if (real == NULL) real = REAL(writev);
  count_write(file);
  return real(file, parts, number);
}

ssize_t pwritev(int file, const struct iovec *parts, int number, off_t offset) {
  static __typeof__(&pwritev) real;
  if (real == NULL) real = REAL(pwritev);
  count_write(file);
  return real(file, parts, number, offset);
}
