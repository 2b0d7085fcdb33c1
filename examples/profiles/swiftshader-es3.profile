# SwiftShader for OpenGL ES 3.0, a renderer on the CPU
# Described from public documentation: the source of SwiftShader. A value that is not listed is that of the driver.

GL_VERSION OpenGL ES 3.0
GL_RENDERER Google SwiftShader
GL_VENDOR Google Inc.
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 3.00
GL_MAX_TEXTURE_SIZE 8192
GL_MAX_CUBE_MAP_TEXTURE_SIZE 8192
GL_MAX_RENDERBUFFER_SIZE 8192
GL_MAX_3D_TEXTURE_SIZE 2048
GL_MAX_ARRAY_TEXTURE_LAYERS 2048
GL_MAX_SAMPLES 4

hide GL_*_geometry_shader
hide GL_*_tessellation_shader
