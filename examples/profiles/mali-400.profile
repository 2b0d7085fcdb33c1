# Arm Mali-400 MP: OpenGL ES 2.0, no high precision in fragment shaders, no textures in vertex shaders
# Described from public documentation: guides of Arm for Utgard GPUs. A value that is not listed is that of the driver.

GL_VERSION OpenGL ES 2.0
GL_RENDERER Mali-400 MP
GL_VENDOR ARM
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 1.00
GL_MAX_TEXTURE_SIZE 4096
GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS 0
GL_MAX_TEXTURE_IMAGE_UNITS 8
GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS 8

precision GL_FRAGMENT_SHADER GL_HIGH_FLOAT 0 0 0
precision GL_FRAGMENT_SHADER GL_HIGH_INT 0 0 0

hide GL_*_texture_compression_astc*
hide GL_*_geometry_shader
hide GL_*_tessellation_shader
