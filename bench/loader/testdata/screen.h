// An OpenGL ES context without a window, of the machine's libraries or of the libraries that replace them.

#ifndef BENCH_SCREEN_H
#define BENCH_SCREEN_H

#include "layer.h"

#include <EGL/egl.h>
#include <GLES2/gl2.h>

static inline void make_current(void) {
    static const EGLint of_config[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                       EGL_OPENGL_ES2_BIT, EGL_NONE};
    static const EGLint of_context[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    static const EGLint of_surface[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    EGLint count = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) fail("no display");
    if (!eglChooseConfig(display, of_config, &config, 1, &count) || count != 1) fail("no config");
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, of_context);
    EGLSurface surface = eglCreatePbufferSurface(display, config, of_surface);
    if (!eglMakeCurrent(display, surface, surface, context)) fail("no context");
}

#endif
