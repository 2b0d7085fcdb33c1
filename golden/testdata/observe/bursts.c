// Threads of an app without a GPU call glBufferData through a layer, in bursts of 10,000 calls every 16 ms,
// and then glClear once with the number of bursts. The size is the time of CLOCK_MONOTONIC before the call. A
// thread ends after some bursts, or after some seconds.
//
//     bursts LAYER.so THREADS BURSTS SECONDS

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    CALLS = 10000,
    FRAME = 16000000, // nanoseconds
    CALL = 100,       // nanoseconds that a call takes, so that each clock can measure it
    MOST_THREADS = 8,
};

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// --- the driver

static void below(void) {}

static void below_buffer_data(unsigned target, intptr_t size, const void *data, unsigned usage) {
    (void)target, (void)size, (void)data, (void)usage;
    for (int64_t end = now() + CALL; now() < end;) {
    }
}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    if (strcmp(name, "eglGetCurrentContext") == 0) return NULL;
    return strcmp(name, "glBufferData") == 0 ? (void *)below_buffer_data : (void *)below;
}

// --- the app

static void (*buffer_data)(unsigned target, intptr_t size, const void *data, unsigned usage);
static void (*clear)(unsigned mask);
static int bursts;
static int64_t end;

static void *burst_often(void *unused) {
    int made = 0;
    for (int64_t start = now(); made < bursts && start < end; start = now(), made++) {
        for (int i = 0; i < CALLS; i++) buffer_data(0, now(), NULL, 0);
        int64_t rest = start + FRAME - now();
        if (rest > 0 && made < bursts - 1) usleep((useconds_t)(rest / 1000));
    }
    clear((unsigned)made);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t ids[MOST_THREADS];
    void *layer = argc == 5 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int threads = layer ? atoi(argv[2]) : 0;
    if (threads < 1 || threads > MOST_THREADS) {
        fprintf(stderr, "bursts LAYER.so THREADS BURSTS SECONDS: %s\n", argc == 5 && !layer ? dlerror() : "");
        return 1;
    }
    bursts = atoi(argv[3]);
    end = now() + atoi(argv[4]) * INT64_C(1000000000);
    void (*initialize)(void *, void *(*)(void *, const char *)) =
        (void (*)(void *, void *(*)(void *, const char *)))dlsym(layer, "AndroidGLESLayer_Initialize");
    void *(*get)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    initialize(layer, get_next);
    buffer_data =
        (void (*)(unsigned, intptr_t, const void *, unsigned))get("glBufferData", (void *)below_buffer_data);
    clear = (void (*)(unsigned))get("glClear", (void *)below);
    for (int i = 0; i < threads; i++)
        if (pthread_create(&ids[i], NULL, burst_often, NULL) != 0) return 1;
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    return 0;
}
