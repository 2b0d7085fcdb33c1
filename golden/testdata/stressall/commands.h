// The functions that the program calls: X(result, name, parameters).
#ifndef COMMANDS_H
#define COMMANDS_H

#define EGL_EGLEXT_PROTOTYPES 0
#include <EGL/egl.h>
#include <GLES3/gl32.h>

/* clang-format off */
#define COMMANDS(X) \
    X(EGLDisplay, eglGetDisplay, (EGLNativeDisplayType native)) \
    X(EGLBoolean, eglInitialize, (EGLDisplay d, EGLint *major, EGLint *minor)) \
    X(EGLBoolean, eglTerminate, (EGLDisplay d)) \
    X(EGLBoolean, eglBindAPI, (EGLenum api)) \
    X(EGLBoolean, eglChooseConfig, (EGLDisplay d, const EGLint *list, EGLConfig *c, EGLint size, EGLint *n)) \
    X(EGLSurface, eglCreatePbufferSurface, (EGLDisplay d, EGLConfig c, const EGLint *list)) \
    X(EGLBoolean, eglDestroySurface, (EGLDisplay d, EGLSurface s)) \
    X(EGLContext, eglCreateContext, (EGLDisplay d, EGLConfig c, EGLContext share, const EGLint *list)) \
    X(EGLBoolean, eglDestroyContext, (EGLDisplay d, EGLContext c)) \
    X(EGLBoolean, eglMakeCurrent, (EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext c)) \
    X(EGLBoolean, eglSwapBuffers, (EGLDisplay d, EGLSurface s)) \
    X(EGLBoolean, eglReleaseThread, (void)) \
    X(EGLint, eglGetError, (void)) \
    X(GLuint, glCreateShader, (GLenum stage)) \
    X(void, glShaderSource, (GLuint s, GLsizei n, const GLchar *const *text, const GLint *length)) \
    X(void, glCompileShader, (GLuint s)) \
    X(void, glDeleteShader, (GLuint s)) \
    X(GLuint, glCreateProgram, (void)) \
    X(void, glAttachShader, (GLuint p, GLuint s)) \
    X(void, glBindAttribLocation, (GLuint p, GLuint at, const GLchar *name)) \
    X(void, glLinkProgram, (GLuint p)) \
    X(void, glGetProgramiv, (GLuint p, GLenum what, GLint *value)) \
    X(void, glUseProgram, (GLuint p)) \
    X(void, glDeleteProgram, (GLuint p)) \
    X(void, glGenTextures, (GLsizei n, GLuint *names)) \
    X(void, glBindTexture, (GLenum target, GLuint name)) \
    X(void, glTexParameteri, (GLenum target, GLenum name, GLint value)) \
    X(void, glTexImage2D, (GLenum t, GLint level, GLint in, GLsizei w, GLsizei h, GLint border, GLenum format, GLenum type, const void *p)) \
    X(void, glTexSubImage2D, (GLenum t, GLint level, GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, const void *p)) \
    X(void, glGenerateMipmap, (GLenum target)) \
    X(void, glDeleteTextures, (GLsizei n, const GLuint *names)) \
    X(void, glGenBuffers, (GLsizei n, GLuint *names)) \
    X(void, glBindBuffer, (GLenum target, GLuint name)) \
    X(void, glBufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage)) \
    X(void, glBufferSubData, (GLenum target, GLintptr at, GLsizeiptr size, const void *data)) \
    X(void, glDeleteBuffers, (GLsizei n, const GLuint *names)) \
    X(void, glGenRenderbuffers, (GLsizei n, GLuint *names)) \
    X(void, glBindRenderbuffer, (GLenum target, GLuint name)) \
    X(void, glRenderbufferStorage, (GLenum target, GLenum format, GLsizei w, GLsizei h)) \
    X(void, glDeleteRenderbuffers, (GLsizei n, const GLuint *names)) \
    X(void, glGenFramebuffers, (GLsizei n, GLuint *names)) \
    X(void, glBindFramebuffer, (GLenum target, GLuint name)) \
    X(void, glFramebufferRenderbuffer, (GLenum target, GLenum at, GLenum kind, GLuint name)) \
    X(GLenum, glCheckFramebufferStatus, (GLenum target)) \
    X(void, glDeleteFramebuffers, (GLsizei n, const GLuint *names)) \
    X(void, glVertexAttribPointer, (GLuint at, GLint n, GLenum type, GLboolean norm, GLsizei stride, const void *p)) \
    X(void, glEnableVertexAttribArray, (GLuint at)) \
    X(void, glVertexAttrib4f, (GLuint at, GLfloat x, GLfloat y, GLfloat z, GLfloat w)) \
    X(void, glEnable, (GLenum cap)) \
    X(void, glDisable, (GLenum cap)) \
    X(void, glViewport, (GLint x, GLint y, GLsizei w, GLsizei h)) \
    X(void, glScissor, (GLint x, GLint y, GLsizei w, GLsizei h)) \
    X(void, glClearColor, (GLfloat r, GLfloat g, GLfloat b, GLfloat a)) \
    X(void, glClear, (GLbitfield mask)) \
    X(void, glDrawArrays, (GLenum mode, GLint first, GLsizei n)) \
    X(void, glReadPixels, (GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, void *p)) \
    X(void, glGetIntegerv, (GLenum name, GLint *value)) \
    X(void, glFinish, (void)) \
    X(GLenum, glGetError, (void))
/* clang-format on */

// The functions as the app has them: through the layer, if there is one.
#define X(result, name, parameters) result(*name) parameters;
struct app {
    COMMANDS(X)
};
#undef X
extern struct app app;

// Ends the program.
_Noreturn void fail(const char *what, const char *name);

// Keeps all libraries loaded. At exit, a sanitizer then finds what the driver has not freed, and names it.
void keep_libraries(void);

// Returns a function of the driver in driver.c; null if it has none of this name.
void *find_fake(const char *name);

// Loses a context of that driver. With forever, its glGetError always returns GL_CONTEXT_LOST, as some
// drivers do.
void lose_fake(EGLContext context, int forever);

// Draws with all contexts and prints a sum of the results of each one.
void run_app(int threads, int contexts, int rounds, int loses);

#endif
