/* What the stress calls: X(result, name, parameters, arguments). */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <EGL/egl.h>
#include <GLES2/gl2.h>

/* clang-format off */
#define COMMANDS(X)                                                                                                  \
    X(EGLDisplay, eglGetDisplay, (EGLNativeDisplayType native), (native))                                            \
    X(EGLBoolean, eglInitialize, (EGLDisplay d, EGLint *major, EGLint *minor), (d, major, minor))                    \
    X(EGLBoolean, eglTerminate, (EGLDisplay d), (d))                                                                 \
    X(EGLBoolean, eglBindAPI, (EGLenum api), (api))                                                                  \
    X(EGLBoolean, eglChooseConfig, (EGLDisplay d, const EGLint *list, EGLConfig *c, EGLint size, EGLint *n), (d, list, c, size, n)) \
    X(EGLContext, eglCreateContext, (EGLDisplay d, EGLConfig c, EGLContext share, const EGLint *list), (d, c, share, list)) \
    X(EGLBoolean, eglDestroyContext, (EGLDisplay d, EGLContext c), (d, c))                                           \
    X(EGLSurface, eglCreatePbufferSurface, (EGLDisplay d, EGLConfig c, const EGLint *list), (d, c, list))            \
    X(EGLBoolean, eglDestroySurface, (EGLDisplay d, EGLSurface s), (d, s))                                           \
    X(EGLBoolean, eglMakeCurrent, (EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext c), (d, draw, read, c)) \
    X(EGLBoolean, eglSwapBuffers, (EGLDisplay d, EGLSurface s), (d, s))                                              \
    X(EGLBoolean, eglReleaseThread, (void), ())                                                                      \
    X(GLuint, glCreateShader, (GLenum stage), (stage))                                                               \
    X(void, glShaderSource, (GLuint s, GLsizei n, const GLchar *const *text, const GLint *length), (s, n, text, length)) \
    X(void, glCompileShader, (GLuint s), (s))                                                                        \
    X(void, glDeleteShader, (GLuint s), (s))                                                                         \
    X(GLuint, glCreateProgram, (void), ())                                                                           \
    X(void, glAttachShader, (GLuint p, GLuint s), (p, s))                                                            \
    X(void, glBindAttribLocation, (GLuint p, GLuint at, const GLchar *name), (p, at, name))                          \
    X(void, glLinkProgram, (GLuint p), (p))                                                                          \
    X(void, glGetProgramiv, (GLuint p, GLenum what, GLint *value), (p, what, value))                                 \
    X(void, glUseProgram, (GLuint p), (p))                                                                           \
    X(void, glDeleteProgram, (GLuint p), (p))                                                                        \
    X(GLint, glGetUniformLocation, (GLuint p, const GLchar *name), (p, name))                                        \
    X(void, glUniform4f, (GLint at, GLfloat r, GLfloat g, GLfloat b, GLfloat a), (at, r, g, b, a))                   \
    X(void, glVertexAttribPointer, (GLuint at, GLint n, GLenum type, GLboolean norm, GLsizei step, const void *p), (at, n, type, norm, step, p)) \
    X(void, glEnableVertexAttribArray, (GLuint at), (at))                                                            \
    X(void, glViewport, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h))                                      \
    X(void, glClearColor, (GLfloat r, GLfloat g, GLfloat b, GLfloat a), (r, g, b, a))                                \
    X(void, glClear, (GLbitfield mask), (mask))                                                                      \
    X(void, glDrawArrays, (GLenum mode, GLint first, GLsizei n), (mode, first, n))                                   \
    X(void, glReadPixels, (GLint x, GLint y, GLsizei w, GLsizei h, GLenum f, GLenum t, void *p), (x, y, w, h, f, t, p)) \
    X(GLenum, glGetError, (void), ())
/* clang-format on */

#define X(result, name, parameters, arguments) C_##name,
enum { COMMANDS(X) COMMAND_COUNT };
#undef X

#endif
