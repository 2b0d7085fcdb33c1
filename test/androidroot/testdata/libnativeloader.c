// In place of libnativeloader.so, which is part of the runtime of apps: opens a library in a linker
// namespace.
#include "namespaces.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT void *OpenNativeLibraryInNamespace(struct android_namespace_t **space, const char *path,
                                          bool *needs_bridge, char **fault) {
    void *handle = open_in(*space, path);
    if (!handle && fault) *fault = strdup(dlerror());
    if (needs_bridge) *needs_bridge = false;
    return handle;
}

EXPORT void NativeLoaderFreeErrorMessage(char *fault) {
    free(fault);
}
