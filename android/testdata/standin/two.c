/* A program that loads two layers as Android's loader does, last first and both before either is initialised,
 * and calls glClear through them from four threads. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, CALLS = 250000 };

/* Keeps the word at the thread pointer free that Go uses on Android. */
__attribute__((aligned(16))) __thread void *pad[8];

typedef void (*clear_fn)(unsigned mask);

static struct layer {
    void (*initialize)(void *layer_id, void *(*get_next)(void *, const char *));
    void *(*get)(const char *name, void *next);
    clear_fn clear;
} layers[2];

static atomic_long calls;

static void driver_clear(unsigned mask) {
    (void)mask;
    atomic_fetch_add(&calls, 1);
}

static void *next_of(void *layer_id, const char *name) {
    if (strcmp(name, "glClear") != 0) return NULL;
    return layer_id == &layers[1] ? (void *)driver_clear : (void *)layers[1].clear;
}

static int load(struct layer *l, const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        puts(dlerror());
        return 0;
    }
    *(void **)&l->initialize = dlsym(handle, "AndroidGLESLayer_Initialize");
    *(void **)&l->get = dlsym(handle, "AndroidGLESLayer_GetProcAddress");
    return l->initialize != NULL && l->get != NULL;
}

static void *call_often(void *mark) {
    pad[7] = mark;
    for (unsigned i = 0; i < CALLS; i++) layers[0].clear(i);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    pad[7] = argv;
    if (argc != 3 || !load(&layers[1], argv[2]) || !load(&layers[0], argv[1])) return 1;
    for (int i = 1; i >= 0; i--) {
        layers[i].initialize(&layers[i], next_of);
        void *next = i == 1 ? (void *)driver_clear : (void *)layers[1].clear;
        layers[i].clear = (clear_fn)layers[i].get("glClear", next);
    }
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, call_often, argv);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    printf("the driver was called %ld times\n", atomic_load(&calls));
    return 0;
}
