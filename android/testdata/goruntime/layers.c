// The layers, the driver below them, and the app's own Go library.

#include "host.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAYERS = 4 };

typedef void (*call_fn)(int value);

static struct layer {
    void (*initialize)(void *layer_id, void *(*get_next)(void *, const char *));
    void *(*get)(const char *name, void *next);
    call_fn clear, stencil; // the layer's functions, after Initialize
} layers[LAYERS + 1];       // the first entry is the driver

static int opened;
static atomic_long clears, stencils;
static volatile int broken;
static int (*work)(int value);
static int calls_back;
static atomic_long worked;

static void driver_clear(int value) {
    (void)value;
    if (calls_back) work(0);
    atomic_fetch_add(&clears, broken ? nowhere() : 1);
}

static void driver_stencil(int value) {
    (void)value;
    atomic_fetch_add(&stencils, 1);
}

// --- libraries

static void *need(void *found) {
    if (found == NULL) {
        printf("%s\n", dlerror());
        _exit(1);
    }
    return found;
}

static void *open_library(const char *path) {
    return need(dlopen(path, RTLD_NOW | RTLD_LOCAL));
}

void open_layer(char **args) {
    void *handle = open_library(args[0]);
    struct layer *l = &layers[++opened];
    *(void **)&l->initialize = need(dlsym(handle, "AndroidGLESLayer_Initialize"));
    *(void **)&l->get = need(dlsym(handle, "AndroidGLESLayer_GetProcAddress"));
}

void open_inside(char **args) {
    setenv("OPEN_INSIDE", args[1], 1);
    open_library(args[0]);
}

void load(char **args) {
    *(void **)&work = need(dlsym(open_library(args[0]), "Work"));
}

static void *next_of(void *layer_id, const char *name) {
    struct layer *below = (struct layer *)layer_id - 1;
    if (strcmp(name, "glClear") == 0) return (void *)below->clear;
    return strcmp(name, "glClearStencil") == 0 ? (void *)below->stencil : NULL;
}

void initialize(char **args) {
    (void)args;
    layers[0] = (struct layer){.clear = driver_clear, .stencil = driver_stencil};
    for (struct layer *l = &layers[1]; l <= &layers[opened]; l++) {
        l->initialize(l, next_of);
        l->clear = (call_fn)l->get("glClear", (void *)l[-1].clear);
        l->stencil = (call_fn)l->get("glClearStencil", (void *)l[-1].stencil);
    }
}

// --- calls

void call_go(char **args) {
    layers[opened].clear(atoi(args[0]));
}

void call_c(char **args) {
    layers[opened].stencil(atoi(args[0]));
}

void call_foreign(char **args) {
    int value = atoi(args[0]);
    if (work(value) == value) atomic_fetch_add(&worked, 1);
}

void print_counts(char **args) {
    (void)args;
    printf("driver %ld and %ld, foreign %ld\n", atomic_load(&clears), atomic_load(&stencils),
           atomic_load(&worked));
}

void break_driver(char **args) {
    (void)args;
    broken = 1;
}

void call_back(char **args) {
    (void)args;
    calls_back = 1;
}
