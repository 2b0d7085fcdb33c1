/* The statistics of a process: a mapped file in the run directory, or plain memory without one. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "process.h"

_Static_assert(offsetof(struct thread, counts) == COUNTS_AT,
               "the offset of counts must equal COUNTS_AT, which the stubs in machine.S use");
_Static_assert(offsetof(struct stats, names) == 48 && sizeof(struct stats) == 104,
               "the layout of this struct must match loader/stats.go");
_Static_assert(offsetof(struct stats_layer, hooked) == STATS_PATH + 16,
               "the layout of this struct must match loader/stats.go");

struct stats *stats;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct thread *unused;

static struct stats layout(void) {
    struct stats b = {.magic = "GLSTATS1", .functions = TABLE_SIZE, .pid = (uint32_t)getpid()};
    b.layer_stride = (sizeof(struct stats_layer) + TABLE_SIZE + 63) & ~63u;
    b.thread_stride = sizeof(struct thread);
    b.counts_at = COUNTS_AT;
    b.names = 4096;
    b.layers_at = b.names + (uint64_t)TABLE_SIZE * STATS_NAME;
    b.problems_at = b.layers_at + STATS_LAYERS * b.layer_stride;
    b.threads_at = (b.problems_at + STATS_PROBLEMS * STATS_TEXT + 4095) & ~UINT64_C(4095);
    b.size = b.threads_at + STATS_THREADS * b.thread_stride;
    return b;
}

static void *at(uint64_t offset) {
    return (char *)stats + offset;
}

int stats_create(uint64_t size) {
    char path[4096];
    if (!config.folder) return -1;
    if (snprintf(path, sizeof path, "%s/stats.%ld", config.folder, (long)getpid()) >= (int)sizeof path)
        return -1;
    unlink(path); /* of the program that this process ran before exec */
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0 && ftruncate(file, (off_t)size) != 0) close(file), file = -1;
    return file;
}

static void count_known(void) {
    for (int i = 0; i < FUNCTIONS; i++) {
        snprintf(at(stats->names + (uint64_t)i * STATS_NAME), STATS_NAME, "%s", loader_name[i]);
        stats->known += (flags_of(i) & IS_KNOWN) != 0;
    }
}

void stats_open(void) {
    struct stats b = layout();
    int file = stats_create(b.size), flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    stats = mmap(NULL, b.size, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, file, 0);
    if (file >= 0) close(file);
    if (stats == MAP_FAILED) abort();
    memcpy(stats, &b, sizeof b);
    count_known();
}

/* If there are more threads than blocks, the calls of the others are not counted. */
static struct thread *unused_block(void) {
    uint32_t used = atomic_load(&stats->threads);
    if (used == STATS_THREADS) return aligned_alloc(COUNTS_AT, sizeof(struct thread));
    atomic_store(&stats->threads, used + 1);
    return at(stats->threads_at + used * stats->thread_stride);
}

struct thread *stats_thread(void) {
    pthread_mutex_lock(&mutex);
    struct thread *thread = unused;
    if (thread)
        unused = thread->free;
    else
        thread = unused_block();
    pthread_mutex_unlock(&mutex);
    return thread;
}

void stats_release(struct thread *thread) {
    pthread_mutex_lock(&mutex);
    thread->free = unused;
    unused = thread;
    pthread_mutex_unlock(&mutex);
}

/* A thread of the parent may have held the mutex. */
void stats_forked(void) {
    pthread_mutex_init(&mutex, NULL);
}

struct stats_layer *stats_layer(int position) {
    if (position >= STATS_LAYERS) position = STATS_LAYERS - 1;
    return at(stats->layers_at + (uint64_t)position * stats->layer_stride);
}

void stats_slot(int slot, const char *name) {
    snprintf(at(stats->names + (uint64_t)(FUNCTIONS + slot) * STATS_NAME), STATS_NAME, "%s", name);
}

static char *problem(uint32_t i) {
    return at(stats->problems_at + (uint64_t)i * STATS_TEXT);
}

/* Returns whether the whole text is stored. Each text is stored once, unless two threads have it at the same
 * time. */
bool stats_problem(const char *text) {
    uint32_t n = atomic_load(&stats->problems), stored = n < STATS_PROBLEMS ? n : STATS_PROBLEMS;
    bool fits = strlen(text) < STATS_TEXT;
    for (uint32_t i = 0; i < stored; i++)
        if (strncmp(problem(i), text, STATS_TEXT - 1) == 0) return fits;
    n = atomic_fetch_add(&stats->problems, 1);
    if (n < STATS_PROBLEMS) snprintf(problem(n), STATS_TEXT, "%s", text);
    return fits && n < STATS_PROBLEMS;
}
