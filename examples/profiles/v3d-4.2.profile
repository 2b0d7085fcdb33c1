# Broadcom V3D 4.2, as in the Raspberry Pi 4: OpenGL ES 3.1
# Sources: the files src/gallium/drivers/v3d/v3d_screen.c and src/broadcom/common/v3d_limits.h of Mesa. A value that is not listed is
# that of the driver.

GL_VERSION OpenGL ES 3.1
GL_RENDERER V3D 4.2
GL_VENDOR Broadcom
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 3.10
GL_MAX_ARRAY_TEXTURE_LAYERS 2048
GL_MAX_TEXTURE_LOD_BIAS 16
GL_MAX_DRAW_BUFFERS 4
GL_MAX_COLOR_ATTACHMENTS 4
GL_MAX_SAMPLES 4
GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT 256

samples * 4
