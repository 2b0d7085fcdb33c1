// The entry points of a layer, and the ways from Go to the next functions.

#include "bare.h"

#include <string.h>

// The hooks, in Go.
extern void bareDrawArrays(uint32_t mode, int32_t first, int32_t count);
extern uint32_t bareChooseConfig(uintptr_t dpy, int32_t *attribs, uintptr_t *configs, int32_t size,
                                 int32_t *count);
extern void bareTexImage2D(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,
                           int32_t border, uint32_t format, uint32_t type, uintptr_t pixels);

static void (*draw)(uint32_t, int32_t, int32_t);
static uint32_t (*choose)(uintptr_t, uint8_t *, uint8_t *, int32_t, uint8_t *);
static void (*image)(uint32_t, int32_t, int32_t, int32_t, int32_t, int32_t, uint32_t, uint32_t, uintptr_t);

void next_draw(uint32_t mode, int32_t first, int32_t count) {
    draw(mode, first, count);
}

uint32_t next_choose(uintptr_t dpy, uint8_t *attribs, uint8_t *configs, int32_t size, uint8_t *count) {
    return choose(dpy, attribs, configs, size, count);
}

void next_image(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,
                int32_t border, uint32_t format, uint32_t type, uintptr_t pixels) {
    image(target, level, internal, width, height, border, format, type, pixels);
}

void AndroidGLESLayer_Initialize(void *layer_id, void *(*get_next)(void *, const char *)) {
    (void)layer_id;
    (void)get_next;
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    if (strcmp(name, "glDrawArrays") == 0) {
        memcpy(&draw, &next, sizeof next);
        return (void *)bareDrawArrays;
    }
    if (strcmp(name, "eglChooseConfig") == 0) {
        memcpy(&choose, &next, sizeof next);
        return (void *)bareChooseConfig;
    }
    if (strcmp(name, "glTexImage2D") == 0) {
        memcpy(&image, &next, sizeof next);
        return (void *)bareTexImage2D;
    }
    return next;
}
