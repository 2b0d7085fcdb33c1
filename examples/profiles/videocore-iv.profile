# Broadcom VideoCore IV, as in the Raspberry Pi 1 to 3: OpenGL ES 2.0
# Sources: the file src/gallium/drivers/vc4/vc4_screen.c of Mesa, and the log in issue 66 of ptitSeb/gl4es on GitHub. A value that is
# not listed is that of the driver.

GL_VERSION OpenGL ES 2.0
GL_RENDERER VC4 V3D 2.1
GL_VENDOR Broadcom
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 1.00
GL_MAX_TEXTURE_SIZE 2048
GL_MAX_CUBE_MAP_TEXTURE_SIZE 2048
GL_MAX_VERTEX_ATTRIBS 8
GL_MAX_VARYING_VECTORS 8
GL_MAX_TEXTURE_IMAGE_UNITS 16

hide GL_EXT_texture_filter_anisotropic
