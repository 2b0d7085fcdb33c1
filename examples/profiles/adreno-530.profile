# Qualcomm Adreno 530: OpenGL ES 3.2
# Described from public documentation: product pages and guides of Qualcomm for Adreno 5xx. A value that is not listed is that of the driver.

GL_VERSION OpenGL ES 3.2
GL_RENDERER Adreno (TM) 530
GL_VENDOR Qualcomm
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 3.20
GL_MAX_TEXTURE_SIZE 16384
GL_MAX_SAMPLES 4
