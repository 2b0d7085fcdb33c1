// The C functions that Go calls: the next function of each hook.

#include <stdint.h>

uint32_t next_error(void);
void next_draw(uint32_t mode, int32_t first, int32_t count);
void next_uniform(int32_t location, float v0, float v1, float v2, float v3);
uint32_t next_choose(uintptr_t dpy, uint8_t *attribs, uint8_t *configs, int32_t size, uint8_t *count);
void next_image(uint32_t target, int32_t level, int32_t internal, int32_t width, int32_t height,
                int32_t border, uint32_t format, uint32_t type, uintptr_t pixels);
