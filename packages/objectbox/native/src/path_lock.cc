#include "path_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <unordered_set>

namespace {

std::mutex registry_mutex;
std::unordered_set<std::string>& Registry() {
  // Never destroyed: a worker may release its lock while the process is exiting.
  static auto* registry = new std::unordered_set<std::string>();
  return *registry;
}

}  // namespace

PathLock::Outcome PathLock::Register(const std::string& key) {
  std::lock_guard<std::mutex> guard(registry_mutex);
  if (!Registry().insert(key).second) return Outcome::kOpenInThisProcess;
  key_ = key;
  return Outcome::kAcquired;
}

PathLock::Outcome PathLock::AcquireName(const std::string& name) { return Register(name); }

PathLock::Outcome PathLock::AcquireDirectory(const std::string& directory, bool is_shared) {
  // Close-on-exec: a child process would go on holding the lock.
  descriptor_ = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat status;
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    error_ = errno;
    Release();
    return Outcome::kFailed;
  }
  // Device and inode tell the directory behind every spelling and link of its path.
  std::string key = std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
  Outcome outcome = Register(key);
  if (outcome == Outcome::kAcquired &&
      flock(descriptor_, (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
    error_ = errno;
    outcome = error_ == EWOULDBLOCK ? Outcome::kOpenInAnotherProcess : Outcome::kFailed;
  }
  if (outcome != Outcome::kAcquired) Release();
  return outcome;
}

bool PathLock::HasFile(const char* name) const {
  return descriptor_ >= 0 && faccessat(descriptor_, name, F_OK, 0) == 0;
}

void PathLock::Release() {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
  if (key_.empty()) return;
  std::lock_guard<std::mutex> guard(registry_mutex);
  Registry().erase(key_);
  key_.clear();
}
