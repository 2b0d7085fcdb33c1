// The functions that are called through layers: with zero, three, five and nine parameters, with and without
// a result, and one with floats.

#ifndef BENCH_SIGNATURES_H
#define BENCH_SIGNATURES_H

#include <stdint.h>

typedef uint32_t (*error_fn)(void);
typedef void (*draw_fn)(uint32_t mode, int32_t first, int32_t count);
typedef void (*uniform_fn)(int32_t location, float v0, float v1, float v2, float v3);
typedef uint32_t (*choose_fn)(uintptr_t dpy, const int32_t *attribs, uintptr_t *configs, int32_t size,
                              int32_t *count);
typedef void (*image_fn)(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,
                         int32_t border, uint32_t format, uint32_t type, uintptr_t pixels);

#endif
