// Does with a layer what Android's loader does when an app starts: dlopen, Initialize, and GetProcAddress for
// each name it knows. Prints how many nanoseconds the first walk over the names took.
//
//     walk LAYER.so NAMES.txt

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *(*get_next_fn)(void *layer_id, const char *name);
typedef void (*initialize_fn)(void *layer_id, get_next_fn get_next);
typedef void *(*get_address_fn)(const char *name, void *next);

enum { MAX_NAMES = 4096 };

static const char *names[MAX_NAMES];

static void driver(void) {}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    (void)name;
    return (void *)driver;
}

static void fail(const char *what) {
    fprintf(stderr, "walk: %s\n", what);
    exit(1);
}

static int read_names(const char *path) {
    FILE *file = fopen(path, "r");
    char line[256];
    int n = 0;
    if (!file) fail(path);
    while (n < MAX_NAMES && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!(names[n++] = strdup(line))) fail("out of memory");
    }
    fclose(file);
    return n;
}

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 3) fail("walk LAYER.so NAMES.txt");
    int n = read_names(argv[2]);
    void *lib = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!lib) fail(dlerror());
    initialize_fn initialize = (initialize_fn)dlsym(lib, "AndroidGLESLayer_Initialize");
    get_address_fn get_address = (get_address_fn)dlsym(lib, "AndroidGLESLayer_GetProcAddress");
    if (!initialize || !get_address) fail("no layer");
    initialize(lib, get_next);

    int hooked = 0;
    int64_t start = now();
    for (int i = 0; i < n; i++) hooked += get_address(names[i], (void *)driver) != (void *)driver;
    int64_t took = now() - start;
    if (!hooked) fail("the layer intercepts nothing");
    printf("%lld\n", (long long)took);
    return 0;
}
