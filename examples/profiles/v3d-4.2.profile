# Broadcom V3D 4.2, as in the Raspberry Pi 4: OpenGL ES 3.1
# Described from public documentation: the driver v3d of Mesa. A value that is not listed is that of the driver.

GL_VERSION OpenGL ES 3.1
GL_RENDERER V3D 4.2
GL_VENDOR Broadcom
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 3.10
GL_MAX_TEXTURE_SIZE 4096
GL_MAX_CUBE_MAP_TEXTURE_SIZE 4096
GL_MAX_RENDERBUFFER_SIZE 4096
GL_MAX_DRAW_BUFFERS 4
GL_MAX_COLOR_ATTACHMENTS 4
GL_MAX_SAMPLES 4

hide GL_*_tessellation_shader
