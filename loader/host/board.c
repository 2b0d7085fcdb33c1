/* The board: a mapped file in the run's folder, or plain memory without one. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "process.h"

_Static_assert(offsetof(struct thread, counts) == COUNTS_AT, "the stubs count elsewhere");
_Static_assert(offsetof(struct board, names) == 48 && sizeof(struct board) == 104,
               "readers know the board by offsets");
_Static_assert(offsetof(struct board_layer, hooked) == BOARD_PATH + 16, "readers know the board by offsets");

struct board *board;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct thread *unused;

static struct board layout(void) {
    struct board b = {.magic = "GLBOARD1", .functions = TABLE_SIZE, .pid = (uint32_t)getpid()};
    b.layer_stride = (sizeof(struct board_layer) + TABLE_SIZE + 63) & ~63u;
    b.thread_stride = sizeof(struct thread);
    b.counts_at = COUNTS_AT;
    b.names = 4096;
    b.layers_at = b.names + (uint64_t)TABLE_SIZE * BOARD_NAME;
    b.problems_at = b.layers_at + BOARD_LAYERS * b.layer_stride;
    b.threads_at = (b.problems_at + BOARD_PROBLEMS * BOARD_TEXT + 4095) & ~UINT64_C(4095);
    b.size = b.threads_at + BOARD_THREADS * b.thread_stride;
    return b;
}

static void *at(uint64_t offset) {
    return (char *)board + offset;
}

int board_create(uint64_t size) {
    char path[4096];
    if (!config.folder) return -1;
    if (snprintf(path, sizeof path, "%s/board.%ld", config.folder, (long)getpid()) >= (int)sizeof path)
        return -1;
    unlink(path); /* of the program that this process was before it called exec */
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0 && ftruncate(file, (off_t)size) != 0) close(file), file = -1;
    return file;
}

static void count_known(void) {
    for (int i = 0; i < FUNCTIONS; i++) {
        snprintf(at(board->names + (uint64_t)i * BOARD_NAME), BOARD_NAME, "%s", loader_name[i]);
        board->known += (flags_of(i) & IS_KNOWN) != 0;
    }
}

void board_open(void) {
    struct board b = layout();
    int file = board_create(b.size), flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    board = mmap(NULL, b.size, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, file, 0);
    if (file >= 0) close(file);
    if (board == MAP_FAILED) abort();
    memcpy(board, &b, sizeof b);
    count_known();
}

/* Of more threads than there are blocks, the calls are not counted. */
static struct thread *unused_block(void) {
    uint32_t used = atomic_load(&board->threads);
    if (used == BOARD_THREADS) return aligned_alloc(COUNTS_AT, sizeof(struct thread));
    atomic_store(&board->threads, used + 1);
    return at(board->threads_at + used * board->thread_stride);
}

struct thread *board_thread(void) {
    pthread_mutex_lock(&mutex);
    struct thread *thread = unused;
    if (thread)
        unused = thread->free;
    else
        thread = unused_block();
    pthread_mutex_unlock(&mutex);
    return thread;
}

void board_release(struct thread *thread) {
    pthread_mutex_lock(&mutex);
    thread->free = unused;
    unused = thread;
    pthread_mutex_unlock(&mutex);
}

/* A thread of the parent may have held it. */
void board_forked(void) {
    pthread_mutex_init(&mutex, NULL);
}

struct board_layer *board_layer(int position) {
    if (position >= BOARD_LAYERS) position = BOARD_LAYERS - 1;
    return at(board->layers_at + (uint64_t)position * board->layer_stride);
}

void board_slot(int slot, const char *name) {
    snprintf(at(board->names + (uint64_t)(FUNCTIONS + slot) * BOARD_NAME), BOARD_NAME, "%s", name);
}

void board_problem(const char *text) {
    uint32_t n = atomic_fetch_add(&board->problems, 1);
    if (n < BOARD_PROBLEMS)
        snprintf(at(board->problems_at + (uint64_t)n * BOARD_TEXT), BOARD_TEXT, "%s", text);
}
