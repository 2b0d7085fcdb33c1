#include "zz_generated_hooks.h"

// Refuses textures above 2048 x 2048, without a call of the driver.
void hook_glTexStorage2D(next_glTexStorage2D next, GLenum target, GLsizei levels, GLenum format,
                         GLsizei width, GLsizei height) {
    if (width <= 2048 && height <= 2048)
        next(target, levels, format, width, height);
    else if (layer_raise_error(0x0505)) // GL_OUT_OF_MEMORY
        layer_logf("refused a texture of %d x %d", width, height);
}
