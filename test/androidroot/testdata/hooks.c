// A layer with two hooks that write their names to the file that the environment variable PROBE names.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static void (*next_clear)(unsigned);
static unsigned (*next_swap)(void *, void *);

static void write_line(const char *name) {
    const char *path = getenv("PROBE");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s\n", name);
    fclose(file);
}

static void clear(unsigned mask) {
    write_line("glClear");
    next_clear(mask);
}

static unsigned swap(void *display, void *surface) {
    write_line("eglSwapBuffers");
    return next_swap(display, surface);
}

EXPORT void AndroidGLESLayer_Initialize(void *layer, void *get_next) {
    (void)layer, (void)get_next;
    write_line("initialize ");
}

EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    if (strcmp(name, "glClear") == 0) {
        next_clear = (void (*)(unsigned))next;
        return (void *)clear;
    }
    if (strcmp(name, "eglSwapBuffers") == 0) {
        next_swap = (unsigned (*)(void *, void *))next;
        return (void *)swap;
    }
    return next;
}
