#include "zz_generated_hooks.h"

void hook_glBindTexture(next_glBindTexture next, GLenum target, GLuint texture) {
    struct layer_image_info i;
    next(target, texture);
    if (layer_texture_info(texture, 0, &i))
        layer_logf("texture %u: %d x %d, format 0x%x", texture, i.width, i.height, i.format);
}

void hook_glBindBuffer(next_glBindBuffer next, GLenum target, GLuint buffer) {
    struct layer_storage_info i;
    next(target, buffer);
    if (layer_buffer_info(buffer, &i)) layer_logf("buffer %u: %d bytes", buffer, (int)i.size);
}
