#ifndef PATH_LOCK_H_
#define PATH_LOCK_H_

#include <string>

// Keeps a database directory to one store: within the process through a registry of what is open
// (any spelling of the path, any thread), between processes through flock on the directory's
// descriptor, shared for read-only. The library itself allows a second process and then hands out
// the same ids twice.
class PathLock {
 public:
  enum class Outcome { kAcquired, kOpenInThisProcess, kOpenInAnotherProcess, kFailed };

  PathLock() = default;
  PathLock(const PathLock&) = delete;
  PathLock& operator=(const PathLock&) = delete;
  ~PathLock() { Release(); }

  Outcome AcquireDirectory(const std::string& directory, bool is_shared);
  Outcome AcquireName(const std::string& name);
  void Release();
  // Whether the locked directory has a file of that name.
  bool HasFile(const char* name) const;
  bool is_held() const { return !key_.empty(); }
  // errno after kFailed.
  int error() const { return error_; }

 private:
  Outcome Register(const std::string& key);

  std::string key_;
  int descriptor_ = -1;
  int error_ = 0;
};

#endif  // PATH_LOCK_H_
