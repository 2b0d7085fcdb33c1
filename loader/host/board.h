/* What a process tells of its run: a file that its starter maps, too, so that it is readable however the
 * process ends. */
#ifndef BOARD_H
#define BOARD_H

#include <stdatomic.h>
#include <stdint.h>

enum {
    BOARD_LAYERS = 64,
    BOARD_THREADS = 1024,
    BOARD_PROBLEMS = 64,
    BOARD_NAME = 64,
    BOARD_PATH = 1024,
    BOARD_TEXT = 512,
    COUNTS_AT = 64 /* of the counts in a thread's block, in bytes */
};

enum { STATE_NONE, STATE_ATTACHED, STATE_ABANDONED, STATE_NO_DRIVER };

struct board {
    char magic[8];
    uint64_t size;
    uint32_t pid;
    _Atomic(uint32_t) state, touched;
    uint32_t functions, known;
    _Atomic(uint32_t) layers, threads, problems;
    uint64_t names, layers_at, layer_stride, problems_at, threads_at, thread_stride, counts_at;
};

struct board_layer {
    char path[BOARD_PATH];
    _Atomic(uint32_t) walked, lookups;
    uint32_t reserved[2];
    uint8_t hooked[]; /* a byte for each function: the layer answered another than next */
};

#endif
