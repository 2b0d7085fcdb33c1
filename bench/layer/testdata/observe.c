// Calls a function through layers with observers, in bursts as an app draws frames: CALLS calls every 16 ms.
// Prints lines NAME.WHAT NANOSECONDS: the time of a call on its own thread (own), the processor time of all
// threads for a call (all), and the time on each of several threads that call at once (two, eight). The time
// in which the app waits for its next burst is not counted. The line counter.twice has the time in which a
// call with times reads the processor's counter.
//
//     observe NAMES.txt DRIVER.so BURSTS NAME=LAYER.so...

#define _GNU_SOURCE
#include "below.h"
#include "layer.h"
#include "signatures.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum {
    CALLS = 10000,
    FRAME = 16000000,
    MOST_THREADS = 8,
    LONG = 3, // times as many bursts with one thread, whose start then counts less
};

static void *no_context(void) {
    return NULL;
}

static uniform_fn take_layer(const char *path, const struct names *names) {
    get_address_fn get_address = open_layer(path, get_next);
    walk(get_address, names, (void *)other);
    get_address("eglGetCurrentContext", (void *)no_context);
    get_address("eglGetError", (void *)no_context);
    return (uniform_fn)get_address("glUniform4f", dlsym(driver, "glUniform4f"));
}

static int64_t clock_of(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// Reads the counter as layers do.
static uint64_t read_counter(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return (uint64_t)clock_of(CLOCK_MONOTONIC);
#endif
}

// Returns the shortest time of two readings of the counter, in nanoseconds.
static double read_twice(void) {
    enum { ROUNDS = 20 };
    double shortest = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        int64_t start = clock_of(CLOCK_THREAD_CPUTIME_ID);
        for (int i = 0; i < 2 * CALLS; i++) (void)read_counter();
        double took = (double)(clock_of(CLOCK_THREAD_CPUTIME_ID) - start) / CALLS;
        if (took < shortest) shortest = took;
    }
    return shortest;
}

struct thread {
    uniform_fn volatile function;
    int bursts;
    double shortest; // nanoseconds a call, of all bursts
    int64_t waited;  // processor time outside of the bursts, in nanoseconds
};

static void *burst_often(void *data) {
    struct thread *t = data;
    t->shortest = 1e30;
    int64_t called = 0, begun = clock_of(CLOCK_THREAD_CPUTIME_ID);
    for (int b = 0; b < t->bursts; b++) {
        int64_t start = clock_of(CLOCK_MONOTONIC), own = clock_of(CLOCK_THREAD_CPUTIME_ID);
        for (int i = 0; i < CALLS; i++) t->function(1, 0.5f, 0.25f, 0.125f, 1);
        own = clock_of(CLOCK_THREAD_CPUTIME_ID) - own;
        called += own;
        double took = (double)own / CALLS;
        if (took < t->shortest) t->shortest = took;
        int64_t rest = start + FRAME - clock_of(CLOCK_MONOTONIC);
        if (rest > 0) usleep((useconds_t)(rest / 1000));
    }
    t->waited = clock_of(CLOCK_THREAD_CPUTIME_ID) - begun - called;
    return NULL;
}

// Returns the slowest thread's time of a call, and adds the processor time in which threads waited.
static double together(uniform_fn function, int threads, int bursts, int64_t *waited) {
    pthread_t ids[MOST_THREADS];
    struct thread list[MOST_THREADS];
    double slowest = 0;
    for (int i = 0; i < threads; i++) {
        list[i] = (struct thread){function, bursts, 0, 0};
        if (pthread_create(&ids[i], NULL, burst_often, &list[i]) != 0) fail("no thread");
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
        *waited += list[i].waited;
        if (list[i].shortest > slowest) slowest = list[i].shortest;
    }
    return slowest;
}

int main(int argc, char **argv) {
    static struct names names;
    if (argc < 5) fail("observe NAMES.txt DRIVER.so BURSTS NAME=LAYER.so...");
    read_names(argv[1], &names);
    if (!(driver = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL))) fail(dlerror());
    int bursts = atoi(argv[3]);
    printf("counter.twice %.3f\n", read_twice());
    for (int w = 4; w < argc; w++) {
        char *path = strchr(argv[w], '=');
        if (!path) fail("no NAME=LAYER.so");
        *path++ = 0;
        uniform_fn function = take_layer(path, &names);
        int64_t start = clock_of(CLOCK_PROCESS_CPUTIME_ID), waited = 0;
        printf("%s.own %.3f\n", argv[w], together(function, 1, LONG * bursts, &waited));
        usleep(100000); // until the observers have seen the last burst
        int64_t took = clock_of(CLOCK_PROCESS_CPUTIME_ID) - start - waited;
        printf("%s.all %.3f\n", argv[w], (double)took / CALLS / bursts / LONG);
        printf("%s.two %.3f\n", argv[w], together(function, 2, bursts, &waited));
        printf("%s.eight %.3f\n", argv[w], together(function, 8, bursts, &waited));
    }
    return 0;
}
