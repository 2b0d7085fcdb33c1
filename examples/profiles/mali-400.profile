# Arm Mali-400 MP: OpenGL ES 2.0, no high precision in fragment shaders
# Sources: pull request 816 of lightning-js/renderer, and issue 1816 of Rajawali/Rajawali, on GitHub. A value that is not listed is
# that of the driver.

GL_VERSION OpenGL ES 2.0
GL_RENDERER Mali-400 MP
GL_VENDOR ARM
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 1.00
GL_MAX_TEXTURE_IMAGE_UNITS 8

precision GL_FRAGMENT_SHADER GL_HIGH_FLOAT 0 0 0
precision GL_FRAGMENT_SHADER GL_HIGH_INT 0 0 0

hide GL_OES_element_index_uint
