/* Shared declarations of the probe: a program that queries the EGL of this machine or device, and prints the
 * answers as lines of JSON. It declares the parts of EGL and OpenGL ES that it uses, and opens them at run
 * time, so compiling it requires no header or library of the platform. */
#ifndef PROBE_H
#define PROBE_H

#include <stddef.h>
#include <stdint.h>

/* Lines of JSON: say.c */
void say(const char *fact, const char *value); /* NULL is printed as an empty value */
void say_number(const char *fact, long long value);
void say_error(const char *fact, const char *what); /* with EGL's present error */

typedef void *EGLDisplay, *EGLConfig, *EGLSurface, *EGLContext, *EGLImage;
typedef int32_t EGLint;
typedef unsigned EGLBoolean;

enum {
    EGL_SUCCESS = 0x3000,
    EGL_ALPHA_SIZE = 0x3021,
    EGL_BLUE_SIZE = 0x3022,
    EGL_GREEN_SIZE = 0x3023,
    EGL_RED_SIZE = 0x3024,
    EGL_SURFACE_TYPE = 0x3033,
    EGL_NONE = 0x3038,
    EGL_RENDERABLE_TYPE = 0x3040,
    EGL_VENDOR = 0x3053,
    EGL_VERSION = 0x3054,
    EGL_EXTENSIONS = 0x3055,
    EGL_HEIGHT = 0x3056,
    EGL_WIDTH = 0x3057,
    EGL_CLIENT_APIS = 0x308D,
    EGL_CONTEXT_CLIENT_VERSION = 0x3098,
    EGL_OPENGL_ES_API = 0x30A0,
    EGL_GL_TEXTURE_2D = 0x30B1,
    EGL_IMAGE_PRESERVED = 0x30D2,
    EGL_NATIVE_BUFFER_ANDROID = 0x3140,
    EGL_PLATFORM_SURFACELESS_MESA = 0x31DD,
    EGL_LINUX_DMA_BUF_EXT = 0x3270,
    EGL_LINUX_DRM_FOURCC_EXT = 0x3271,
    EGL_DMA_BUF_PLANE0_FD_EXT = 0x3272, /* followed by offset and pitch: three for each plane */
    EGL_PBUFFER_BIT = 1,
};

/* The functions of EGL: result, name, parameters. */
#define EGL_FUNCTIONS(F)                                                                                     \
    F(void *, eglGetProcAddress, (const char *))                                                             \
    F(EGLDisplay, eglGetDisplay, (void *))                                                                   \
    F(EGLBoolean, eglInitialize, (EGLDisplay, EGLint *, EGLint *))                                           \
    F(EGLBoolean, eglTerminate, (EGLDisplay))                                                                \
    F(const char *, eglQueryString, (EGLDisplay, EGLint))                                                    \
    F(EGLint, eglGetError, (void))                                                                           \
    F(EGLBoolean, eglBindAPI, (unsigned))                                                                    \
    F(EGLBoolean, eglChooseConfig, (EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *))              \
    F(EGLContext, eglCreateContext, (EGLDisplay, EGLConfig, EGLContext, const EGLint *))                     \
    F(EGLBoolean, eglDestroyContext, (EGLDisplay, EGLContext))                                               \
    F(EGLSurface, eglCreatePbufferSurface, (EGLDisplay, EGLConfig, const EGLint *))                          \
    F(EGLBoolean, eglDestroySurface, (EGLDisplay, EGLSurface))                                               \
    F(EGLBoolean, eglMakeCurrent, (EGLDisplay, EGLSurface, EGLSurface, EGLContext))

/* The functions of OpenGL ES; those before the gap are in 1.x too. */
#define GL_FUNCTIONS(F)                                                                                      \
    F(const uint8_t *, glGetString, (unsigned))                                                              \
    F(unsigned, glGetError, (void))                                                                          \
    F(void, glClearColor, (float, float, float, float))                                                      \
    F(void, glClear, (unsigned))                                                                             \
    F(void, glFinish, (void))                                                                                \
    F(void, glReadPixels, (int, int, int, int, unsigned, unsigned, void *))                                  \
    F(void, glGenTextures, (int, unsigned *))                                                                \
    F(void, glBindTexture, (unsigned, unsigned))                                                             \
    F(void, glTexImage2D, (unsigned, int, int, int, int, int, unsigned, unsigned, const void *))             \
    F(void, glTexParameteri, (unsigned, unsigned, int))                                                      \
    F(void, glViewport, (int, int, int, int))                                                                \
                                                                                                             \
    F(unsigned, glCreateShader, (unsigned))                                                                  \
    F(void, glShaderSource, (unsigned, int, const char *const *, const int *))                               \
    F(void, glCompileShader, (unsigned))                                                                     \
    F(void, glGetShaderiv, (unsigned, unsigned, int *))                                                      \
    F(unsigned, glCreateProgram, (void))                                                                     \
    F(void, glAttachShader, (unsigned, unsigned))                                                            \
    F(void, glBindAttribLocation, (unsigned, unsigned, const char *))                                        \
    F(void, glLinkProgram, (unsigned))                                                                       \
    F(void, glGetProgramiv, (unsigned, unsigned, int *))                                                     \
    F(void, glUseProgram, (unsigned))                                                                        \
    F(void, glVertexAttribPointer, (unsigned, int, unsigned, uint8_t, int, const void *))                    \
    F(void, glEnableVertexAttribArray, (unsigned))                                                           \
    F(void, glDrawArrays, (unsigned, int, int))                                                              \
    F(void, glGenFramebuffers, (int, unsigned *))                                                            \
    F(void, glBindFramebuffer, (unsigned, unsigned))                                                         \
    F(void, glFramebufferTexture2D, (unsigned, unsigned, unsigned, unsigned, int))                           \
    F(unsigned, glCheckFramebufferStatus, (unsigned))

#define DECLARE(result, name, params) extern result(*p_##name) params;
EGL_FUNCTIONS(DECLARE)
GL_FUNCTIONS(DECLARE)
#undef DECLARE

/* Opening and contexts: egl.c */
int open_egl(
    const char *library); /* NULL: by the names that programs use. Prints the reason for a failure. */
int open_display(EGLDisplay *display); /* the default display, or one without a window system */
int has_word(const char *list, const char *word);
void *function(const char *name);

/* A current context, with its own surface or without one. */
struct context {
    EGLDisplay display;
    EGLContext context;
    EGLSurface surface;
};

const char *make_context(EGLDisplay display, int version, struct context *made); /* NULL, or what failed */
void drop_context(struct context *made);

/* Drawing: draw.c. Each returns NULL, or what failed. */
enum { SIDE = 64 }; /* of the square render target */
const char *draw_plain(int version, int surfaceless);
const char *draw_external(EGLImage image, int *right);

/* The tasks; the argument is the text after the colon. */
void task_egl(const char *argument);
void task_driver(const char *path);
void task_api(const char *version);
void task_yuv(const char *format);
void task_contexts(const char *count);
void task_profile(const char *argument);

#endif
