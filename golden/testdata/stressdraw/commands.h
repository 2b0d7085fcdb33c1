// The functions of the driver: X(kind, result, name, parameters, arguments).
//
// kind says what a call of the app may cause below the layer: ONE, exactly one call of the driver; ID,
// exactly one call of this function; HOOKED, a call with these arguments, and others that the layer makes
// itself; NONE, the app does not call it.
#ifndef COMMANDS_H
#define COMMANDS_H

#include <EGL/egl.h>
#include <GLES3/gl32.h>

/* clang-format off */
#define COMMANDS(X) \
    X(ONE, EGLContext, eglCreateContext, (EGLDisplay d, EGLConfig c, EGLContext share, const EGLint *list), (d, c, share, list)) \
    X(ID, EGLBoolean, eglDestroyContext, (EGLDisplay d, EGLContext c), (d, c)) \
    X(ID, EGLBoolean, eglMakeCurrent, (EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext c), (d, draw, read, c)) \
    X(ID, EGLBoolean, eglReleaseThread, (void), ()) \
    X(ID, EGLBoolean, eglSwapBuffers, (EGLDisplay d, EGLSurface s), (d, s)) \
    X(ID, EGLBoolean, eglTerminate, (EGLDisplay d), (d)) \
    X(NONE, EGLContext, eglGetCurrentContext, (void), ()) \
    X(NONE, EGLDisplay, eglGetCurrentDisplay, (void), ()) \
    X(NONE, EGLSurface, eglGetCurrentSurface, (EGLint which), (which)) \
    X(NONE, EGLBoolean, eglQuerySurface, (EGLDisplay d, EGLSurface s, EGLint name, EGLint *value), (d, s, name, value)) \
    X(NONE, const char *, eglQueryString, (EGLDisplay d, EGLint name), (d, name)) \
    X(NONE, EGLint, eglGetError, (void), ()) \
    X(ONE, void, glEnable, (GLenum cap), (cap)) \
    X(ONE, void, glDisable, (GLenum cap), (cap)) \
    X(ONE, void, glEnablei, (GLenum cap, GLuint i), (cap, i)) \
    X(ONE, void, glDisablei, (GLenum cap, GLuint i), (cap, i)) \
    X(NONE, GLboolean, glIsEnabled, (GLenum cap), (cap)) \
    X(NONE, GLboolean, glIsEnabledi, (GLenum cap, GLuint i), (cap, i)) \
    X(ONE, void, glBlendFunc, (GLenum src, GLenum dst), (src, dst)) \
    X(ONE, void, glBlendFuncSeparate, (GLenum sc, GLenum dc, GLenum sa, GLenum da), (sc, dc, sa, da)) \
    X(ONE, void, glBlendFuncSeparatei, (GLuint i, GLenum sc, GLenum dc, GLenum sa, GLenum da), (i, sc, dc, sa, da)) \
    X(ONE, void, glBlendEquation, (GLenum mode), (mode)) \
    X(ONE, void, glBlendEquationSeparate, (GLenum rgb, GLenum alpha), (rgb, alpha)) \
    X(ONE, void, glBlendEquationi, (GLuint i, GLenum mode), (i, mode)) \
    X(ONE, void, glBlendEquationSeparatei, (GLuint i, GLenum rgb, GLenum alpha), (i, rgb, alpha)) \
    X(ONE, void, glBlendColor, (GLfloat r, GLfloat g, GLfloat b, GLfloat a), (r, g, b, a)) \
    X(ONE, void, glColorMask, (GLboolean r, GLboolean g, GLboolean b, GLboolean a), (r, g, b, a)) \
    X(ONE, void, glColorMaski, (GLuint i, GLboolean r, GLboolean g, GLboolean b, GLboolean a), (i, r, g, b, a)) \
    X(ONE, void, glDepthMask, (GLboolean on), (on)) \
    X(ONE, void, glStencilMask, (GLuint mask), (mask)) \
    X(ONE, void, glStencilMaskSeparate, (GLenum face, GLuint mask), (face, mask)) \
    X(ONE, void, glClearColor, (GLfloat r, GLfloat g, GLfloat b, GLfloat a), (r, g, b, a)) \
    X(ONE, void, glClearDepthf, (GLfloat d), (d)) \
    X(ONE, void, glClearStencil, (GLint s), (s)) \
    X(ONE, void, glDepthFunc, (GLenum func), (func)) \
    X(ONE, void, glDepthRangef, (GLfloat n, GLfloat f), (n, f)) \
    X(ONE, void, glStencilFunc, (GLenum func, GLint ref, GLuint mask), (func, ref, mask)) \
    X(ONE, void, glStencilFuncSeparate, (GLenum face, GLenum func, GLint ref, GLuint mask), (face, func, ref, mask)) \
    X(ONE, void, glStencilOp, (GLenum f, GLenum zf, GLenum zp), (f, zf, zp)) \
    X(ONE, void, glStencilOpSeparate, (GLenum face, GLenum f, GLenum zf, GLenum zp), (face, f, zf, zp)) \
    X(ONE, void, glViewport, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h)) \
    X(ONE, void, glScissor, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h)) \
    X(ONE, void, glCullFace, (GLenum mode), (mode)) \
    X(ONE, void, glFrontFace, (GLenum mode), (mode)) \
    X(ONE, void, glLineWidth, (GLfloat width), (width)) \
    X(ONE, void, glPolygonOffset, (GLfloat factor, GLfloat units), (factor, units)) \
    X(ONE, void, glSampleCoverage, (GLfloat value, GLboolean invert), (value, invert)) \
    X(ONE, void, glPixelStorei, (GLenum name, GLint value), (name, value)) \
    X(ONE, void, glDrawBuffers, (GLsizei n, const GLenum *list), (n, list)) \
    X(ONE, void, glActiveTexture, (GLenum unit), (unit)) \
    X(HOOKED, void, glBindTexture, (GLenum target, GLuint name), (target, name)) \
    X(HOOKED, void, glBindFramebuffer, (GLenum target, GLuint name), (target, name)) \
    X(HOOKED, void, glUseProgram, (GLuint name), (name)) \
    X(ONE, void, glBindSampler, (GLuint unit, GLuint name), (unit, name)) \
    X(ONE, void, glBindBuffer, (GLenum target, GLuint name), (target, name)) \
    X(ONE, void, glBindVertexArray, (GLuint name), (name)) \
    X(ONE, void, glBindRenderbuffer, (GLenum target, GLuint name), (target, name)) \
    X(ONE, void, glBindProgramPipeline, (GLuint name), (name)) \
    X(ONE, void, glGenTextures, (GLsizei n, GLuint *names), (n, names)) \
    X(ONE, void, glGenBuffers, (GLsizei n, GLuint *names), (n, names)) \
    X(ONE, void, glGenRenderbuffers, (GLsizei n, GLuint *names), (n, names)) \
    X(ONE, void, glGenSamplers, (GLsizei n, GLuint *names), (n, names)) \
    X(ONE, void, glGenVertexArrays, (GLsizei n, GLuint *names), (n, names)) \
    X(ONE, void, glGenFramebuffers, (GLsizei n, GLuint *names), (n, names)) \
    X(ONE, void, glGenProgramPipelines, (GLsizei n, GLuint *names), (n, names)) \
    X(ONE, void, glDeleteTextures, (GLsizei n, const GLuint *names), (n, names)) \
    X(ONE, void, glDeleteBuffers, (GLsizei n, const GLuint *names), (n, names)) \
    X(ONE, void, glDeleteRenderbuffers, (GLsizei n, const GLuint *names), (n, names)) \
    X(ONE, void, glDeleteSamplers, (GLsizei n, const GLuint *names), (n, names)) \
    X(ONE, void, glDeleteVertexArrays, (GLsizei n, const GLuint *names), (n, names)) \
    X(ONE, void, glDeleteFramebuffers, (GLsizei n, const GLuint *names), (n, names)) \
    X(ONE, void, glDeleteProgramPipelines, (GLsizei n, const GLuint *names), (n, names)) \
    X(NONE, GLboolean, glIsTexture, (GLuint name), (name)) \
    X(NONE, GLboolean, glIsBuffer, (GLuint name), (name)) \
    X(NONE, GLboolean, glIsRenderbuffer, (GLuint name), (name)) \
    X(NONE, GLboolean, glIsSampler, (GLuint name), (name)) \
    X(ONE, GLuint, glCreateShader, (GLenum type), (type)) \
    X(ONE, void, glShaderSource, (GLuint s, GLsizei n, const GLchar *const *text, const GLint *length), (s, n, text, length)) \
    X(ONE, void, glCompileShader, (GLuint s), (s)) \
    X(ONE, void, glDeleteShader, (GLuint s), (s)) \
    X(NONE, void, glGetShaderiv, (GLuint s, GLenum name, GLint *value), (s, name, value)) \
    X(NONE, void, glGetShaderSource, (GLuint s, GLsizei size, GLsizei *length, GLchar *text), (s, size, length, text)) \
    X(NONE, GLboolean, glIsShader, (GLuint s), (s)) \
    X(NONE, GLboolean, glIsProgram, (GLuint p), (p)) \
    X(ONE, GLuint, glCreateProgram, (void), ()) \
    X(ONE, GLuint, glCreateShaderProgramv, (GLenum type, GLsizei n, const GLchar *const *text), (type, n, text)) \
    X(ONE, void, glAttachShader, (GLuint p, GLuint s), (p, s)) \
    X(NONE, void, glBindAttribLocation, (GLuint p, GLuint at, const GLchar *name), (p, at, name)) \
    X(ID, void, glLinkProgram, (GLuint p), (p)) \
    X(ONE, void, glDeleteProgram, (GLuint p), (p)) \
    X(NONE, void, glGetProgramiv, (GLuint p, GLenum name, GLint *value), (p, name, value)) \
    X(NONE, void, glGetAttachedShaders, (GLuint p, GLsizei size, GLsizei *n, GLuint *list), (p, size, n, list)) \
    X(NONE, void, glGetObjectLabel, (GLenum kind, GLuint name, GLsizei size, GLsizei *length, GLchar *label), (kind, name, size, length, label)) \
    X(NONE, GLint, glGetUniformLocation, (GLuint p, const GLchar *name), (p, name)) \
    X(NONE, void, glUniform4f, (GLint at, GLfloat x, GLfloat y, GLfloat z, GLfloat w), (at, x, y, z, w)) \
    X(NONE, void, glTexImage2D, (GLenum t, GLint level, GLint in, GLsizei w, GLsizei h, GLint border, GLenum format, GLenum type, const void *p), (t, level, in, w, h, border, format, type, p)) \
    X(NONE, void, glTexParameteri, (GLenum target, GLenum name, GLint value), (target, name, value)) \
    X(NONE, void, glBufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage), (target, size, data, usage)) \
    X(ID, void, glDrawArrays, (GLenum mode, GLint first, GLsizei n), (mode, first, n)) \
    X(ONE, void, glVertexAttribPointer, (GLuint at, GLint n, GLenum type, GLboolean norm, GLsizei stride, const void *p), (at, n, type, norm, stride, p)) \
    X(ONE, void, glEnableVertexAttribArray, (GLuint at), (at)) \
    X(ONE, void, glDisableVertexAttribArray, (GLuint at), (at)) \
    X(NONE, void, glGetVertexAttribiv, (GLuint at, GLenum name, GLint *value), (at, name, value)) \
    X(NONE, void, glGetVertexAttribPointerv, (GLuint at, GLenum name, void **value), (at, name, value)) \
    X(NONE, void, glGetIntegerv, (GLenum name, GLint *value), (name, value)) \
    X(NONE, void, glGetFloatv, (GLenum name, GLfloat *value), (name, value)) \
    X(NONE, void, glGetIntegeri_v, (GLenum name, GLuint i, GLint *value), (name, i, value)) \
    X(NONE, void, glReadBuffer, (GLenum buffer), (buffer)) \
    X(NONE, void, glReadPixels, (GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, void *p), (x, y, w, h, format, type, p)) \
    X(NONE, GLsync, glFenceSync, (GLenum condition, GLbitfield flags), (condition, flags)) \
    X(NONE, GLenum, glClientWaitSync, (GLsync fence, GLbitfield flags, GLuint64 wait), (fence, flags, wait)) \
    X(NONE, void, glDeleteSync, (GLsync fence), (fence)) \
    X(NONE, void *, glMapBufferRange, (GLenum target, GLintptr at, GLsizeiptr size, GLbitfield access), (target, at, size, access)) \
    X(NONE, GLboolean, glUnmapBuffer, (GLenum target), (target)) \
    X(NONE, const GLubyte *, glGetString, (GLenum name), (name)) \
    X(ONE, GLenum, glGetError, (void), ())
/* clang-format on */

#define X(kind, result, name, parameters, arguments) C_##name,
enum { COMMANDS(X) COMMAND_COUNT };
#undef X

enum kind { ONE, ID, HOOKED, NONE };

#endif
