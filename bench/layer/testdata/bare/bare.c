// The calls from Go to the next functions, and a list of the Go functions for the program that loads the
// layer, because its symbols are hidden.

#include "bare.h"
#include "offer.h"

#include <stddef.h>

// Implemented in Go.
extern uint32_t bareGetError(void);
extern void bareDrawArrays(uint32_t mode, int32_t first, int32_t count);
extern void bareUniform4f(int32_t location, float v0, float v1, float v2, float v3);
extern uint32_t bareChooseConfig(uintptr_t dpy, int32_t *attribs, uintptr_t *configs, int32_t size,
                                 int32_t *count);
extern void bareTexImage2D(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,
                           int32_t border, uint32_t format, uint32_t type, uintptr_t pixels);
extern uint64_t bareMallocs(void);
extern void bareAllocate(void);

static uint32_t (*error)(void);
static void (*draw)(uint32_t, int32_t, int32_t);
static void (*uniform)(int32_t, float, float, float, float);
static uint32_t (*choose)(uintptr_t, uint8_t *, uint8_t *, int32_t, uint8_t *);
static void (*image)(uint32_t, int32_t, int32_t, int32_t, int32_t, int32_t, uint32_t, uint32_t, uintptr_t);

uint32_t next_error(void) {
    return error();
}

void next_draw(uint32_t mode, int32_t first, int32_t count) {
    draw(mode, first, count);
}

void next_uniform(int32_t location, float v0, float v1, float v2, float v3) {
    uniform(location, v0, v1, v2, v3);
}

uint32_t next_choose(uintptr_t dpy, uint8_t *attribs, uint8_t *configs, int32_t size, uint8_t *count) {
    return choose(dpy, attribs, configs, size, count);
}

void next_image(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,
                int32_t border, uint32_t format, uint32_t type, uintptr_t pixels) {
    image(target, level, internal, width, height, border, format, type, pixels);
}

static const struct offer offers[] = {
    {"glGetError", (function)bareGetError, (function *)&error},
    {"glDrawArrays", (function)bareDrawArrays, (function *)&draw},
    {"glUniform4f", (function)bareUniform4f, (function *)&uniform},
    {"eglChooseConfig", (function)bareChooseConfig, (function *)&choose},
    {"glTexImage2D", (function)bareTexImage2D, (function *)&image},
    {"mallocs", (function)bareMallocs, NULL},
    {"allocate", (function)bareAllocate, NULL},
    {NULL, NULL, NULL},
};

// Must not call Go: that would wait for the loader's lock.
__attribute__((constructor)) static void tell(void) {
    if (bench_take) bench_take(offers);
}
