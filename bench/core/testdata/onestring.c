// A minimal layer: it compares each name with one string.

#include <string.h>

static void *next_function;

static unsigned hook(void *dpy, const int *attribs, void **configs, int size, int *count) {
    return ((unsigned (*)(void *, const int *, void **, int, int *))next_function)(dpy, attribs, configs,
                                                                                   size, count);
}

void AndroidGLESLayer_Initialize(void *layer_id, void *(*get_next)(void *, const char *)) {
    (void)layer_id;
    (void)get_next;
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    if (strcmp(name, "eglChooseConfig") != 0) return next;
    next_function = next;
    return (void *)hook;
}
