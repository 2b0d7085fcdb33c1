// The layer in C that is the next one above the driver. It counts the calls that reach it.

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT atomic_long clears, stencils;
EXPORT int (*before_clear)(void); // called first, if the program sets it

static void (*next_clear)(unsigned mask);
static void (*next_stencil)(int value);

static void clear(unsigned mask) {
    if (before_clear != NULL) before_clear();
    atomic_fetch_add(&clears, 1);
    next_clear(mask);
}

static void stencil(int value) {
    atomic_fetch_add(&stencils, 1);
    next_stencil(value);
}

EXPORT void AndroidGLESLayer_Initialize(void *layer, void *(*get_next)(void *, const char *)) {
    (void)layer, (void)get_next;
}

EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    if (strcmp(name, "glClear") == 0) {
        *(void **)&next_clear = next;
        return (void *)clear;
    }
    if (strcmp(name, "glClearStencil") == 0) {
        *(void **)&next_stencil = next;
        return (void *)stencil;
    }
    return next;
}
