/* The statistics of a process, in a file that its starter maps too. So they are readable however the process
 * ends. */
#ifndef STATS_H
#define STATS_H

#include <stdatomic.h>
#include <stdint.h>

enum {
    STATS_LAYERS = 64,
    STATS_THREADS = 1024,
    STATS_PROBLEMS = 64,
    STATS_NAME = 64,
    STATS_PATH = 1024,
    STATS_TEXT = 512,
    COUNTS_AT = 64 /* offset of the counts in a thread's block, in bytes */
};

enum { STATE_NONE, STATE_ATTACHED, STATE_ABANDONED, STATE_NO_DRIVER };

struct stats {
    char magic[8];
    uint64_t size;
    uint32_t pid;
    _Atomic(uint32_t) state, touched;
    uint32_t functions, known;
    _Atomic(uint32_t) layers, threads, problems;
    uint64_t names, layers_at, layer_stride, problems_at, threads_at, thread_stride, counts_at;
};

struct stats_layer {
    char path[STATS_PATH];
    _Atomic(uint32_t) walked, lookups;
    _Atomic(uint32_t) phase; /* the loader's call of the layer that has not returned; 0 for none */
    uint32_t reserved;
    uint8_t hooked[]; /* one byte for each function: the layer did not return next */
};

#endif
