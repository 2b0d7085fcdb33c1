/* The part of libnativewindow.so's buffers that the probe uses. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct description {
    uint32_t width, height, layers, format;
    uint64_t usage;
    uint32_t stride, rfu0;
    uint64_t rfu1;
};

struct buffer {
    uint32_t width, height, format;
    uint8_t *data;
};

struct planes {
    uint32_t count;
    struct {
        void *data;
        uint32_t step, stride;
    } planes[4];
};

/* Rows are longer than the image, as on most hardware. */
static inline struct planes planes_of(const struct buffer *b) {
    uint32_t bytes = b->format == 0x36 ? 2 : 1, row = (b->width + 16) * bytes;
    uint8_t *color = b->data + (size_t)row * b->height;
    struct planes p = {3, {{b->data, bytes, row}, {0}, {0}, {0}}};
    if (b->format == 1) return (struct planes){1, {{b->data, 4, b->width * 4}, {0}, {0}, {0}}};
    int interleaved = b->format == 0x11 || b->format == 0x36;
    uint32_t step = interleaved ? 2 * bytes : bytes;
    uint8_t *next = interleaved ? color + bytes : color + (size_t)row * b->height / 2;
    int red_first = b->format == 0x11 || b->format == 0x32315659;
    for (int i = 1; i < 3; i++) {
        p.planes[i].data = (i == 1) == !red_first ? color : next;
        p.planes[i].step = step;
        p.planes[i].stride = row;
    }
    return p;
}
