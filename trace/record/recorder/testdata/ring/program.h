// A program whose calls are recorded like those of an app, with hooks like the generated ones.

#ifndef PROGRAM_H
#define PROGRAM_H

#include "trace/zz_generated_trace.h"
#include "trace/zz_generated_calls.h"

int is_recording(void);

typedef void (*driver_fn)(uint32_t);
extern __thread int in_frame;     // the decision at the start applies at the end, too, as in a layer
extern driver_fn volatile driver; // replaces the driver: does nothing

#define ENTER()                                                                                              \
    struct trace_thread *t = trace_enter();                                                                  \
    if (t == NULL) {                                                                                         \
        driver(0);                                                                                           \
        return;                                                                                              \
    }                                                                                                        \
    uint64_t begin = trace_begin(t)

#define LEAVE(command, count)                                                                                \
    uint64_t end = trace_end(t);                                                                             \
    uint32_t *cells = trace_record(t, command, count, begin, end, 0)

static inline void write_float(uint32_t *cell, float value) {
    __builtin_memcpy(cell, &value, sizeof value);
}

static inline void write_wide(uint32_t *cell, uint64_t value) {
    __builtin_memcpy(cell, &value, sizeof value);
}

static void __attribute__((noinline, unused))
uniform4f(int32_t location, float x, float y, float z, float w) {
    ENTER();
    driver(0);
    LEAVE(UNIFORM4F, 5);
    if (cells != NULL) {
        cells[0] = (uint32_t)location;
        write_float(cells + 1, x);
        write_float(cells + 2, y);
        write_float(cells + 3, z);
        write_float(cells + 4, w);
    }
    trace_commit(t);
}

static void __attribute__((noinline, unused)) bind_texture(uint32_t target, uint32_t texture) {
    ENTER();
    driver(0);
    LEAVE(BIND_TEXTURE, 2);
    if (cells != NULL) {
        cells[0] = target;
        cells[1] = texture;
    }
    trace_commit(t);
}

static inline void one_cell(uint32_t command, uint32_t value) {
    ENTER();
    driver(value);
    LEAVE(command, 1);
    if (cells != NULL) cells[0] = value;
    trace_commit(t);
}

static void __attribute__((noinline, unused)) enable(uint32_t cap) {
    one_cell(ENABLE, cap);
}

static void __attribute__((noinline, unused)) disable(uint32_t cap) {
    one_cell(DISABLE, cap);
}

static void __attribute__((noinline, unused)) get_error(void) {
    one_cell(GET_ERROR, 0);
}

#endif
