/* A forked child shares the statistics file with its parent, and so the tables of the parent's threads. The
 * child gets a copy at the same address, because pointers refer to it. The copy becomes a file at the child's
 * first EGL call: most children only call exec. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "entry.h"

static bool apart; /* the statistics of this process are a copy without a file */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Memory after the last thread's block was never written. */
static bool move_stats(int file, int flags) {
    size_t size = stats->size, used = stats->threads_at + stats->threads * stats->thread_stride;
    void *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, file, 0);
    if (copy == MAP_FAILED) return false;
    memcpy(copy, stats, used);
    return mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, stats) != MAP_FAILED;
}

/* The parent's calls are in its own file. */
static void begin_anew(void) {
    stats->pid = (uint32_t)getpid();
    stats->touched = stats->problems = 0;
    for (uint32_t i = 0; i < stats->layers; i++) {
        stats_layer((int)i)->lookups = 0;
        atomic_store(&stats_layer((int)i)->phase, NO_PHASE); /* calls of other threads do not end here */
    }
    for (const struct call *call = gleslayergen_thread->call; call; call = call->outer)
        if (atomic_load(&stats_layer(call->position)->phase) == NO_PHASE)
            atomic_store(&stats_layer(call->position)->phase, call->phase);
    for (uint32_t i = 0; i < stats->threads; i++) {
        char *block = (char *)stats + stats->threads_at + i * stats->thread_stride;
        memset(block + stats->counts_at, 0, TABLE_SIZE * sizeof(uint64_t));
    }
}

static void leave_parent(void) {
    stats_forked();
    layers_forked(lock_forked());
    pthread_mutex_init(&mutex, NULL);
    context_forked();
    handle_forked();
    swap_forked();
    apart = move_stats(-1, MAP_PRIVATE | MAP_ANONYMOUS);
    if (apart) begin_anew();
}

void fork_prepare(void) {
    pthread_atfork(NULL, NULL, leave_parent);
}

/* No other thread writes the statistics yet: each thread calls this first. */
void fork_touch(void) {
    pthread_mutex_lock(&mutex);
    int file = apart ? stats_create(stats->size) : -1;
    if (file >= 0) move_stats(file, MAP_SHARED), close(file);
    apart = false;
    atomic_store(&stats->touched, 1);
    pthread_mutex_unlock(&mutex);
}
