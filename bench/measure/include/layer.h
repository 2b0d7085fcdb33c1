// The parts of a program that plays Android's loader: it opens a layer, initializes it and requests names.
// For programs of one file: all functions are static.

#ifndef BENCH_LAYER_H
#define BENCH_LAYER_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *(*get_next_fn)(void *layer_id, const char *name);
typedef void (*initialize_fn)(void *layer_id, get_next_fn get_next);
typedef void *(*get_address_fn)(const char *name, void *next);

static inline void fail(const char *what) {
    fprintf(stderr, "%s\n", what ? what : "unknown error");
    exit(1);
}

// now returns the time in nanoseconds.
static inline int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

// --- the names that the loader knows

enum { MAX_NAMES = 4096 };

struct names {
    int count;
    const char *name[MAX_NAMES];
};

static inline void read_names(const char *path, struct names *names) {
    FILE *file = fopen(path, "r");
    char line[256];
    if (!file) fail(path);
    while (names->count < MAX_NAMES && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!(names->name[names->count++] = strdup(line))) fail("out of memory");
    }
    fclose(file);
}

// --- a layer

// open_layer loads and initializes a layer and returns its GetProcAddress.
static inline get_address_fn open_layer(const char *path, get_next_fn get_next) {
    void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!lib) fail(dlerror());
    initialize_fn initialize = (initialize_fn)dlsym(lib, "AndroidGLESLayer_Initialize");
    get_address_fn get_address = (get_address_fn)dlsym(lib, "AndroidGLESLayer_GetProcAddress");
    if (!initialize || !get_address) fail("no layer");
    initialize(lib, get_next);
    return get_address;
}

// walk requests each name with the same next and reports how many results differ from next.
static inline int walk(get_address_fn get_address, const struct names *names, void *next) {
    int hooked = 0;
    for (int i = 0; i < names->count; i++) hooked += get_address(names->name[i], next) != next;
    return hooked;
}

#endif
