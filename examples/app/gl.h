/* The OpenGL ES functions that the program calls, either linked or from eglGetProcAddress. */
#ifndef GL_H
#define GL_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#define GL_FUNCTIONS(X)                                                                                      \
    X(AttachShader)                                                                                          \
    X(BindAttribLocation)                                                                                    \
    X(BindBuffer)                                                                                            \
    X(BindFramebuffer)                                                                                       \
    X(BindRenderbuffer)                                                                                      \
    X(BufferData)                                                                                            \
    X(CheckFramebufferStatus)                                                                                \
    X(Clear)                                                                                                 \
    X(ClearColor)                                                                                            \
    X(CompileShader)                                                                                         \
    X(CreateProgram)                                                                                         \
    X(CreateShader)                                                                                          \
    X(DeleteShader)                                                                                          \
    X(DrawArrays)                                                                                            \
    X(EnableVertexAttribArray)                                                                               \
    X(Finish)                                                                                                \
    X(FramebufferRenderbuffer)                                                                               \
    X(GenBuffers)                                                                                            \
    X(GenFramebuffers)                                                                                       \
    X(GenRenderbuffers)                                                                                      \
    X(GetError)                                                                                              \
    X(GetProgramiv)                                                                                          \
    X(GetShaderiv)                                                                                           \
    X(GetString)                                                                                             \
    X(GetUniformLocation)                                                                                    \
    X(LinkProgram)                                                                                           \
    X(ReadPixels)                                                                                            \
    X(RenderbufferStorage)                                                                                   \
    X(ShaderSource)                                                                                          \
    X(Uniform4f)                                                                                             \
    X(UseProgram)                                                                                            \
    X(VertexAttribPointer)                                                                                   \
    X(Viewport)

struct gl {
#define X(name) __typeof__(&gl##name) name;
    GL_FUNCTIONS(X)
#undef X
};

/* Extension functions are only available from eglGetProcAddress. NULL if they are not used. */
struct extensions {
    PFNEGLCREATESYNCKHRPROC createSync;
    PFNEGLCLIENTWAITSYNCKHRPROC clientWaitSync;
    PFNEGLDESTROYSYNCKHRPROC destroySync;
};

#endif
