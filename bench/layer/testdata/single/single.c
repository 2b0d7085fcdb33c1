// The entry points of a layer, and the call from Go to the next function.

#include <stdint.h>
#include <string.h>

extern void singleDrawArrays(uint32_t mode, int32_t first, int32_t count);

static void (*draw)(uint32_t, int32_t, int32_t);

void next_draw(uint32_t mode, int32_t first, int32_t count) {
    draw(mode, first, count);
}

void AndroidGLESLayer_Initialize(void *layer_id, void *(*get_next)(void *, const char *)) {
    (void)layer_id;
    (void)get_next;
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    if (strcmp(name, "glDrawArrays") != 0) return next;
    memcpy(&draw, &next, sizeof next);
    return (void *)singleDrawArrays;
}
