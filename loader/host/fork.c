/* A child by fork has the board's file in common with its parent, and with it the tables of the parent's
 * threads. It gets a copy in the same place, for pointers lead there. The copy becomes a file once the child
 * turns to EGL: most children only call exec. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "entry.h"

static bool apart; /* the board of this process is a copy that is no file */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* What lies behind the last thread's block was never written. */
static bool move_board(int file, int flags) {
    size_t size = board->size, used = board->threads_at + board->threads * board->thread_stride;
    void *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, file, 0);
    if (copy == MAP_FAILED) return false;
    memcpy(copy, board, used);
    return mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, board) != MAP_FAILED;
}

/* What the parent did is on its own board. */
static void begin_anew(void) {
    board->pid = (uint32_t)getpid();
    board->touched = board->problems = 0;
    for (uint32_t i = 0; i < board->layers; i++) board_layer((int)i)->lookups = 0;
    for (uint32_t i = 0; i < board->threads; i++) {
        char *block = (char *)board + board->threads_at + i * board->thread_stride;
        memset(block + board->counts_at, 0, TABLE_SIZE * sizeof(uint64_t));
    }
}

static void leave_parent(void) {
    board_forked();
    layers_forked(lock_forked());
    pthread_mutex_init(&mutex, NULL);
    apart = move_board(-1, MAP_PRIVATE | MAP_ANONYMOUS);
    if (apart) begin_anew();
}

void fork_prepare(void) {
    pthread_atfork(NULL, NULL, leave_parent);
}

/* No other thread writes to the board yet: each comes by here first. */
void fork_touch(void) {
    pthread_mutex_lock(&mutex);
    int file = apart ? board_create(board->size) : -1;
    if (file >= 0) move_board(file, MAP_SHARED), close(file);
    apart = false;
    atomic_store(&board->touched, 1);
    pthread_mutex_unlock(&mutex);
}
