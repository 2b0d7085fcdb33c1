// A driver that does almost nothing, in a shared object of its own, like real drivers.

#include "signatures.h"

#include <stddef.h>

static volatile int32_t sink;

uint32_t glGetError(void) {
    return (uint32_t)sink;
}

void glDrawArrays(uint32_t mode, int32_t first, int32_t count) {
    sink = (int32_t)mode + first + count;
}

void glUniform4f(int32_t location, float v0, float v1, float v2, float v3) {
    sink = location + (v0 + v1 + v2 + v3 > 1);
}

uint32_t eglChooseConfig(uintptr_t dpy, const int32_t *attribs, uintptr_t *configs, int32_t size,
                         int32_t *count) {
    sink = (dpy != 0) + (attribs != NULL) + (configs != NULL) + (count != NULL) + size;
    return 1;
}

void glTexImage2D(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,
                  int32_t border, uint32_t format, uint32_t type, uintptr_t pixels) {
    sink = (int32_t)target + level + internal + width + height + border + (int32_t)format + (int32_t)type +
           (pixels != 0);
}
