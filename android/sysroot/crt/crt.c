// What the NDK's crtbegin_so.o adds to a shared library: the handle of the library for __cxa_atexit, the call
// that dlclose makes, and the two functions of the C library that need the handle. All of it is hidden in the
// layer.
#include <stddef.h>
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden")))

typedef void (*function)(void);

int __cxa_atexit(void (*)(void *), void *, void *);
void __cxa_finalize(void *);
int __register_atfork(function, function, function, void *);

HIDDEN void *__dso_handle = &__dso_handle;

__attribute__((destructor)) static void on_dlclose(void) {
    __cxa_finalize(&__dso_handle);
}

static void call(void *at_exit) {
    ((function)at_exit)();
}

HIDDEN int atexit(function at_exit) {
    return __cxa_atexit(call, (void *)at_exit, &__dso_handle);
}

HIDDEN int pthread_atfork(function prepare, function parent, function child) {
    return __register_atfork(prepare, parent, child, &__dso_handle);
}

// The note by which Android and tools know the API level.
__attribute__((section(".note.android.ident"), used, aligned(4))) static const struct {
    uint32_t name_size, size, type;
    char name[8];
    uint32_t api;
    char ndk[64], build[64];
} note = {sizeof note.name,
          sizeof note.api + sizeof note.ndk + sizeof note.build,
          1,
          "Android",
          ANDROID_API,
          "",
          ""};
