# Imagination PowerVR SGX 543, as in the iPad 2: OpenGL ES 2.0
# Source: the results of webgl-bench in gist 884365 of benvanik on GitHub. A value that is not listed is that of the driver.

GL_VERSION OpenGL ES 2.0 IMGSGX543-58.6
GL_RENDERER PowerVR SGX 543
GL_VENDOR Imagination Technologies
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 1.0
GL_MAX_CUBE_MAP_TEXTURE_SIZE 2048
GL_MAX_FRAGMENT_UNIFORM_VECTORS 64
GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS 8
