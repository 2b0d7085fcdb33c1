# Qualcomm Adreno 420: OpenGL ES 3.1 with the Android Extension Pack
# Described from public documentation: product pages and guides of Qualcomm for Adreno 4xx. A value that is not listed is that of the driver.

GL_VERSION OpenGL ES 3.1
GL_RENDERER Adreno (TM) 420
GL_VENDOR Qualcomm
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 3.10
GL_MAX_TEXTURE_SIZE 16384
GL_MAX_SAMPLES 4
