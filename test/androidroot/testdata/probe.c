// A layer that writes what the loader does with it to the file that the environment variable PROBE names.
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

static void write_line(const char *what, const char *name) {
    const char *path = getenv("PROBE");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s %s\n", what, name);
    fclose(file);
}

EXPORT void AndroidGLESLayer_Initialize(void *layer, void *(*get_next)(void *, const char *)) {
    write_line("initialize", layer && get_next ? "" : "with null");
}

EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    write_line("ask", name);
    return next;
}
