// What Go calls in C: the next of each function.

#include <stdint.h>

void next_draw(uint32_t mode, int32_t first, int32_t count);
uint32_t next_choose(uintptr_t dpy, uint8_t *attribs, uint8_t *configs, int32_t size, uint8_t *count);
void next_image(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,
                int32_t border, uint32_t format, uint32_t type, uintptr_t pixels);
