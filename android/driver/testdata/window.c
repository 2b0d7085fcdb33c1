/* Replaces libnativewindow.so; its buffers are plain memory. */
#include "buffer.h"

#include <string.h>

static int is(const char *fault) {
    const char *wanted = getenv("FAKE_DRIVER");
    return wanted && strcmp(wanted, fault) == 0;
}

int AHardwareBuffer_allocate(const struct description *wanted, struct buffer **made) {
    if (is("no-memory") && wanted->format != 1) return -12;
    *made = calloc(1, sizeof **made);
    **made = (struct buffer){wanted->width, wanted->height, wanted->format, calloc(4, 256 * 256)};
    return 0;
}

int AHardwareBuffer_lockPlanes(struct buffer *buffer, uint64_t usage, int fence, const void *part,
                               struct planes *out) {
    (void)usage, (void)fence, (void)part;
    if (is("no-lock")) return -22;
    *out = planes_of(buffer);
    if (is("one-plane") && buffer->format != 1) out->count = 1;
    return 0;
}

int AHardwareBuffer_unlock(struct buffer *buffer, int *fence) {
    return (void)buffer, (void)fence, 0;
}
