// Calls three functions through a layer many times, and prints for each its name and the nanoseconds a call
// took.
//
//     calls LAYER.so|- CALLS
//
// With - the functions are called without a layer, through a pointer.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *(*get_next_fn)(void *layer_id, const char *name);
typedef void (*initialize_fn)(void *layer_id, get_next_fn get_next);
typedef void *(*get_address_fn)(const char *name, void *next);

typedef void (*draw_fn)(unsigned mode, int first, int count);
typedef unsigned (*choose_fn)(void *dpy, const int *attribs, void **configs, int size, int *count);
typedef void (*image_fn)(unsigned target, int level, int internal, int width, int height, int border,
                         unsigned format, unsigned type, const void *pixels);

// --- the driver

static volatile int sink;

static void draw(unsigned mode, int first, int count) {
    sink = (int)mode + first + count;
}

static unsigned choose(void *dpy, const int *attribs, void **configs, int size, int *count) {
    sink = (dpy != NULL) + attribs[0] + (configs != NULL) + size;
    *count = 1;
    return 1;
}

static void image(unsigned target, int level, int internal, int width, int height, int border,
                  unsigned format, unsigned type, const void *pixels) {
    sink =
        (int)target + level + internal + width + height + border + (int)format + (int)type + (pixels != NULL);
}

static void *driver(const char *name) {
    if (strcmp(name, "glDrawArrays") == 0) return (void *)draw;
    if (strcmp(name, "eglChooseConfig") == 0) return (void *)choose;
    if (strcmp(name, "glTexImage2D") == 0) return (void *)image;
    return NULL;
}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    return driver(name);
}

// --- the app

static void fail(const char *what) {
    fprintf(stderr, "calls: %s\n", what);
    exit(1);
}

static get_address_fn load(const char *path) {
    void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!lib) fail(dlerror());
    initialize_fn initialize = (initialize_fn)dlsym(lib, "AndroidGLESLayer_Initialize");
    get_address_fn get_address = (get_address_fn)dlsym(lib, "AndroidGLESLayer_GetProcAddress");
    if (!initialize || !get_address) fail("no layer");
    initialize(lib, get_next);
    return get_address;
}

static void *function(get_address_fn layer, const char *name) {
    void *next = driver(name);
    if (!layer) return next;
    void *answer = layer(name, next);
    if (answer == next) fail("the layer does not intercept the function");
    return answer;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// Runs a call a tenth as often to warm up, then times it.
#define MEASURE(name, call)                                                                                  \
    do {                                                                                                     \
        for (long i = 0; i < calls / 10; i++) call;                                                          \
        double start = now();                                                                                \
        for (long i = 0; i < calls; i++) call;                                                               \
        printf("%s %.3f\n", name, (now() - start) / (double)calls);                                          \
    } while (0)

int main(int argc, char **argv) {
    if (argc != 3) fail("calls LAYER.so|- CALLS");
    get_address_fn layer = strcmp(argv[1], "-") == 0 ? NULL : load(argv[1]);
    long calls = strtol(argv[2], NULL, 10);
    // volatile: the compiler must not see which function it is
    draw_fn volatile draw_ = (draw_fn)function(layer, "glDrawArrays");
    choose_fn volatile choose_ = (choose_fn)function(layer, "eglChooseConfig");
    image_fn volatile image_ = (image_fn)function(layer, "glTexImage2D");
    int attribs[] = {0x3038}, count = 0;
    void *configs[4] = {NULL};
    MEASURE("glDrawArrays", draw_(4, 0, 3));
    MEASURE("eglChooseConfig", choose_((void *)1, attribs, configs, 4, &count));
    MEASURE("glTexImage2D", image_(0x0DE1, 0, 0x1908, 64, 64, 0, 0x1908, 0x1401, (void *)12));
    return count == 1 ? 0 : 1;
}
