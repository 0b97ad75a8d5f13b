#include "objectbox_api.h"

#include <dlfcn.h>

#include <mutex>

ObjectBoxApi obx;

namespace {
std::mutex load_mutex;
bool is_loaded = false;
}  // namespace

std::string LoadObjectBox(const std::string& path) {
  std::lock_guard<std::mutex> lock(load_mutex);
  // Worker threads share the library that the first thread opened.
  if (is_loaded) return "";
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return dlerror();
  ObjectBoxApi api;
#define OBX_RESOLVE(result, name, parameters)                                      \
  api.name = reinterpret_cast<result(*) parameters>(dlsym(library, "obx_" #name)); \
  if (api.name == nullptr) {                                                       \
    dlclose(library);                                                              \
    return "it has no function obx_" #name;                                        \
  }
  OBX_API(OBX_RESOLVE)
#undef OBX_RESOLVE
  if (!api.version_is_at_least(5, 3, 0)) {
    std::string version = api.version_string();
    dlclose(library);
    return "it is version " + version + ", and this binding needs 5.3.0 or newer";
  }
  obx = api;
  is_loaded = true;
  return "";
}
