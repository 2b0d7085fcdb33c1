// Loads a layer as Android does, and calls the one function that it intercepts. Usage: host LAYER

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// Reserves the word in which Go on Android stores its g: the second slot after the thread pointer.
__attribute__((aligned(16))) __thread void *pad[8];

typedef void *(*get_next_fn)(void *layer_id, const char *name);
typedef unsigned (*choose_fn)(void *, const int *, void **, int, int *);

static int next_calls;

static unsigned next_choose(void *dpy, const int *attribs, void **configs, int size, int *count) {
    next_calls++;
    configs[0] = (void *)3;
    *count = 1;
    return dpy == (void *)1 && attribs[0] == 0x3038 && size == 4;
}

static void next_other(void) {}

static void *get_next(void *layer_id, const char *name) {
    return layer_id && strcmp(name, "eglChooseConfig") == 0 ? (void *)next_choose : NULL;
}

static void *need(void *lib, const char *name) {
    void *found = lib ? dlsym(lib, name) : NULL;
    if (!found) printf("%s: %s\n", name, dlerror());
    return found;
}

int main(int argc, char **argv) {
    pad[7] = argv;
    void *lib = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
    void (*initialize)(void *, get_next_fn) = need(lib, "AndroidGLESLayer_Initialize");
    void *(*get_proc)(const char *, void *) = need(lib, "AndroidGLESLayer_GetProcAddress");
    if (!initialize || !get_proc) return 1;
    initialize(lib, get_next);
    choose_fn choose = (choose_fn)get_proc("eglChooseConfig", (void *)next_choose);
    if (get_proc("glClear", (void *)next_other) != (void *)next_other) printf("glClear is touched\n");
    if (choose == next_choose) printf("eglChooseConfig is not intercepted\n");
    int attribs[] = {0x3038}, count = 0;
    void *configs[4] = {0};
    unsigned result = choose((void *)1, attribs, configs, 4, &count);
    printf("result %u, count %d, config %d, next ran %d time(s)\n", result, count, (int)(long)configs[0],
           next_calls);
    return 0;
}
