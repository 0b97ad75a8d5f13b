{
  "variables": { "sanitize%": "" },
  "targets": [
    {
      "target_name": "objectbox",
      "sources": [
        "src/arguments.cc",
        "src/box_read.cc",
        "src/box_relation.cc",
        "src/box_write.cc",
        "src/environment.cc",
        "src/error.cc",
        "src/handle.cc",
        "src/model_program.cc",
        "src/module.cc",
        "src/objectbox_api.cc",
        "src/observer.cc",
        "src/path_lock.cc",
        "src/query_build.cc",
        "src/query_property.cc",
        "src/query_run.cc",
        "src/result_texts.cc",
        "src/store.cc",
        "src/transaction.cc"
      ],
      "defines": ["NAPI_VERSION=9"],
      "cflags_cc": ["-std=c++20", "-O2", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wno-unused-parameter"],
      "cflags_cc!": ["-std=gnu++20", "-std=gnu++17", "-O3"],
      "xcode_settings": {
        "CLANG_CXX_LANGUAGE_STANDARD": "c++20",
        "GCC_ENABLE_CPP_EXCEPTIONS": "NO",
        "GCC_ENABLE_CPP_RTTI": "NO",
        "GCC_SYMBOLS_PRIVATE_EXTERN": "YES",
        "MACOSX_DEPLOYMENT_TARGET": "11.0"
      },
      "conditions": [
        ["OS=='linux'", {
          "libraries": ["-ldl"],
          "ldflags": ["-static-libstdc++", "-Wl,--exclude-libs,ALL", "-Wl,--gc-sections"]
        }],
        ["sanitize!=''", {
          "cflags_cc": ["-fsanitize=<(sanitize)", "-fno-omit-frame-pointer", "-g"],
          "ldflags": ["-fsanitize=<(sanitize)"]
        }]
      ]
    }
  ]
}
