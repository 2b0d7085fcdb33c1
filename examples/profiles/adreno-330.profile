# Qualcomm Adreno 330: OpenGL ES 3.0
# Described from public documentation: product pages and guides of Qualcomm for Adreno 3xx. A value that is not listed is that of the driver.

GL_VERSION OpenGL ES 3.0
GL_RENDERER Adreno (TM) 330
GL_VENDOR Qualcomm
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 3.00
GL_MAX_TEXTURE_SIZE 4096
GL_MAX_CUBE_MAP_TEXTURE_SIZE 4096
GL_MAX_RENDERBUFFER_SIZE 4096
GL_MAX_SAMPLES 4
GL_MAX_DRAW_BUFFERS 4
GL_MAX_COLOR_ATTACHMENTS 4

hide GL_*_texture_compression_astc*
hide GL_*_geometry_shader
hide GL_*_tessellation_shader
