/* Legal but unusual: what a loader may do to a layer, and Android's does only at times. What is done is the
 * same for a seed; when it is done from another thread is not. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "layers.h"

void *loader_detour_to[DETOURS]; /* where the detours lead */

static _Atomic(uint64_t) state;
static _Atomic(int) detours;
static _Atomic(bool) stops;
static pthread_t thread;
static pid_t process; /* the one that has the thread */

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

/* Another function that does what next does, as the next of a chain that was made anew. */
static void *detour(void *next) {
    int n = next ? atomic_fetch_add(&detours, 1) : DETOURS;
    if (n >= DETOURS) return next;
    loader_detour_to[n] = next;
    return loader_detour[n];
}

bool chaos_made(const void *function) {
    return function >= loader_detour[0] && function <= loader_detour[DETOURS - 1];
}

/* --- what is below */

static void *any_stub(void) {
    return NULL;
}

/* Some drivers answer a stub for every name of GL, as glvnd does: so with odd seeds. Others answer null for
 * what they do not have: so with even ones, for names that nobody knows. */
void *chaos_answer(const char *name, void *bottom) {
    if (!config.chaotic || !name_begins(name, "gl")) return bottom;
    if (config.chaos % 2) return bottom ? bottom : (void *)any_stub;
    return name_is_known(name) ? bottom : NULL;
}

/* --- within the walk */

/* Names that nobody knows come first, as from a driver that answers a stub for every name. */
static void ask_strangers(ask_fn ask) {
    char name[32];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "glChaos%02u", (unsigned)(draw() % 100));
        ask(name, (void *)any_stub);
    }
}

/* A name comes twice, first with another next, or with none where a driver may lack it (rule 2.4). */
void *chaos_ask(ask_fn ask, const char *name, void *next) {
    static _Atomic(bool) met[64];
    if (!atomic_exchange(&met[((uintptr_t)ask >> 4) % 64], true)) ask_strangers(ask);
    int index = name_index(name);
    if (index >= PLATFORM && flags_of(index) & IN_EGL) ask(name, NULL);
    if (one_in(6)) ask(name, detour(next));
    if (one_in(40)) return ask(name, detour(next));
    return ask(name, next);
}

/* --- on another thread, during calls */

struct work {
    const ask_fn *asks;
    int count, rounds;
    next_fn next_of;
};

/* What a layer below has as its own is the next of the one above; the answer, being the same, is not wanted.
 */
static void ask_again(const struct work *work) {
    int layer = (int)(draw() % (uint64_t)work->count), index = (int)(draw() % FUNCTIONS);
    void *next = work->next_of(layer, index);
    if (flags_of(index) & IS_KNOWN && next)
        work->asks[layer](loader_name[index], one_in(2) ? detour(next) : next);
}

/* The six functions of GL that reach layers without a context (rule 4.6). */
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

/* A thread that waits for a lock of who ends the process is left. */
static void stop(void) {
    struct timespec late;
    if (getpid() != process || pthread_equal(pthread_self(), thread)) return;
    atomic_store(&stops, true);
    clock_gettime(CLOCK_REALTIME, &late);
    late.tv_sec += 5;
    pthread_timedjoin_np(thread, NULL, &late);
}

/* The layers are loaded: who registers last is called first, so that they are not asked any more when what
 * they made while they were loaded is taken apart. What one makes at a later call goes before that. */
void chaos_start(const ask_fn *asks, int count, next_fn next_of) {
    struct work *work = malloc(sizeof *work);
    if (!work || count == 0) return free(work);
    *work = (struct work){asks, count, 20000, next_of};
    if (pthread_create(&thread, NULL, run, work) != 0) return free(work);
    process = getpid();
    atexit(stop);
}

/* --- before layers are there */

/* Late attach (rule 4.3): under every fourth seed, the first trigger or the first two find no list. */
bool chaos_hides_list(void) {
    static _Atomic(uint64_t) asked;
    uint64_t hidden = config.chaos % 4 == 3 ? 1 + config.chaos / 4 % 2 : 0;
    return config.chaotic && atomic_fetch_add(&asked, 1) < hidden;
}
