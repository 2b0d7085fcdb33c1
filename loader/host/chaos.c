/* Legal but unusual behavior of a loader, which Android's loader shows only at times. One seed always gives
 * the same behavior, except for the times at which the other thread acts. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "layers.h"

void *loader_detour_to[DETOURS]; /* the targets of the detours */

static _Atomic(uint64_t) state;
static _Atomic(int) detours;
static _Atomic(bool) stops;
static pthread_t thread;
static pid_t process; /* the process that has the thread */

/* SplitMix64. */
static uint64_t draw(void) {
    uint64_t z = atomic_fetch_add(&state, UINT64_C(0x9e3779b97f4a7c15)) + config.chaos;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static bool one_in(unsigned n) {
    return draw() % n == 0;
}

/* Returns another address for next, as in a chain that was created again. */
static void *detour(void *next) {
    int n = next ? atomic_fetch_add(&detours, 1) : DETOURS;
    if (n >= DETOURS) return next;
    loader_detour_to[n] = next;
    return loader_detour[n];
}

bool chaos_made(const void *function) {
    return function >= loader_detour[0] && function <= loader_detour[DETOURS - 1];
}

/* --- below the layers */

static void *any_stub(void) {
    return NULL;
}

/* Some drivers, such as glvnd, return a stub for every GL name: odd seeds do so. Others return null for
 * functions that they lack: even seeds do so for unknown names. */
void *chaos_answer(const char *name, void *bottom) {
    if (!config.chaotic || !name_begins(name, "gl")) return bottom;
    if (config.chaos % 2) return bottom ? bottom : (void *)any_stub;
    return name_is_known(name) ? bottom : NULL;
}

/* --- during the walk */

/* Unknown names come first, as from a driver that returns a stub for every name. */
static void send_unknown_names(get_address_fn get_address) {
    char name[32];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "glChaos%02u", (unsigned)(draw() % 100));
        get_address(name, (void *)any_stub);
    }
}

/* A name comes twice: first with another next, or with null if a driver may lack it (rule 2.4). */
void *chaos_get_address(get_address_fn get_address, const char *name, void *next) {
    static _Atomic(bool) met[64];
    if (!atomic_exchange(&met[((uintptr_t)get_address >> 4) % 64], true)) send_unknown_names(get_address);
    int index = name_index(name);
    if (index >= PLATFORM && flags_of(index) & IN_EGL) get_address(name, NULL);
    if (one_in(6)) get_address(name, detour(next));
    if (one_in(40)) return get_address(name, detour(next));
    return get_address(name, next);
}

/* --- on another thread, during calls */

struct work {
    const get_address_fn *get_address;
    int count, rounds;
    next_fn next_of;
};

/* The next of a layer is what the layer below returned. The result is ignored, because it is the same. */
static void ask_again(const struct work *work) {
    int layer = (int)(draw() % (uint64_t)work->count), index = (int)(draw() % FUNCTIONS);
    void *next = work->next_of(layer, index);
    if (flags_of(index) & IS_KNOWN && next)
        work->get_address[layer](loader_name[index], one_in(2) ? detour(next) : next);
}

/* The six GL functions that reach layers without a context (rule 4.6). */
static void call_without_context(void) {
    void *get_string = atomic_load(&gleslayergen_platform[NAME_glGetString]);
    ((const GLubyte *(*)(GLenum))get_string)(GL_EXTENSIONS);
}

static void *run(void *argument) {
    struct work *work = argument;
    thread_self()->said_no_context = true;
    for (int i = 0; i < work->rounds && !atomic_load(&stops); i++) {
        if (one_in(50)) call_without_context();
        ask_again(work);
        if (one_in(20)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    free(work);
    return NULL;
}

/* Does not wait for the thread if it waits for a lock of the thread that ends the process. */
static void stop(void) {
    struct timespec late;
    if (getpid() != process || pthread_equal(pthread_self(), thread)) return;
    atomic_store(&stops, true);
    clock_gettime(CLOCK_REALTIME, &late);
    late.tv_sec += 5;
    pthread_timedjoin_np(thread, NULL, &late);
}

/* Registers the handler after the layers are loaded. Handlers run in reverse order, so layers receive no more
 * calls when the handlers that they registered while they were loaded run. A handler that a layer registers
 * in a later call runs before this one. */
void chaos_start(const get_address_fn *get_address, int count, next_fn next_of) {
    struct work *work = malloc(sizeof *work);
    if (!work || count == 0) return free(work);
    *work = (struct work){get_address, count, 20000, next_of};
    if (pthread_create(&thread, NULL, run, work) != 0) return free(work);
    process = getpid();
    atexit(stop);
}

/* --- before layers are loaded */

/* Late attach (rule 4.3): with every fourth seed, the first one or two triggers find no list. */
bool chaos_hides_list(void) {
    static _Atomic(uint64_t) triggers;
    uint64_t hidden = config.chaos % 4 == 3 ? 1 + config.chaos / 4 % 2 : 0;
    return config.chaotic && atomic_fetch_add(&triggers, 1) < hidden;
}
