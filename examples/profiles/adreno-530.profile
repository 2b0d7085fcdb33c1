# Qualcomm Adreno 530: OpenGL ES 3.2
# Source: the reports of opengles.gpuinfo.org that issue 4721 of gpuweb/gpuweb on GitHub counts. A value that is not listed is that
# of the driver.

GL_VERSION OpenGL ES 3.2
GL_RENDERER Adreno (TM) 530
GL_VENDOR Qualcomm
GL_SHADING_LANGUAGE_VERSION OpenGL ES GLSL ES 3.20
GL_MAX_VERTEX_IMAGE_UNIFORMS 4
GL_MAX_FRAGMENT_IMAGE_UNIFORMS 4
GL_MAX_COMPUTE_IMAGE_UNIFORMS 8
