// Opens libraries in linker namespaces.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

struct android_namespace_t;

enum { USE_NAMESPACE = 0x200 };

// The NDK calls this android_dlextinfo.
struct open_options {
    uint64_t flags;
    void *address;
    size_t size;
    int relocations, library;
    int64_t offset;
    struct android_namespace_t *space;
};

static inline void *open_in(struct android_namespace_t *space, const char *path) {
    void *(*open)(const char *, int, const struct open_options *) =
        (void *(*)(const char *, int, const struct open_options *))dlsym(RTLD_DEFAULT, "android_dlopen_ext");
    const struct open_options options = {.flags = USE_NAMESPACE, .space = space};
    return open(path, RTLD_NOW, &options);
}
