// An offscreen display: a display, a surface of some size, and a current context of some version.
#ifndef SCREEN_H
#define SCREEN_H

#include <EGL/egl.h>

#include <stdio.h>
#include <unistd.h>

static EGLDisplay display;
static EGLConfig config;
static EGLSurface surface;
static EGLContext context;

static inline void want(int right, const char *what) {
    if (right) return;
    fprintf(stderr, "not so: %s\n", what);
    _exit(9);
}

static inline void begin_on(EGLDisplay on, int samples) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_ES3_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_ALPHA_SIZE,
                             8,
                             EGL_SAMPLES,
                             samples,
                             EGL_NONE};
    EGLint n = 0;
    display = on;
    want(eglInitialize(display, NULL, NULL) && eglChooseConfig(display, wanted, &config, 1, &n) && n > 0,
         "a display");
}

static inline EGLSurface make_surface(EGLint width, EGLint height) {
    const EGLint size[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
    return eglCreatePbufferSurface(display, config, size);
}

// Version 32 means 3.2. A driver may return a later version, or support only an earlier one.
static inline EGLContext make_context(EGLint version, EGLContext share) {
    EGLContext made = EGL_NO_CONTEXT;
    for (; made == EGL_NO_CONTEXT && version >= 20; version -= version == 30 ? 10 : 1) {
        const EGLint list[] = {EGL_CONTEXT_MAJOR_VERSION, version / 10, EGL_CONTEXT_MINOR_VERSION,
                               version % 10, EGL_NONE};
        made = eglCreateContext(display, config, share, list);
    }
    return made;
}

static inline void make_current(EGLContext c) {
    want(eglMakeCurrent(display, surface, surface, c), "a current context");
}

static inline void open_screen(EGLint width, EGLint height, EGLint version, int samples) {
    begin_on(eglGetDisplay(EGL_DEFAULT_DISPLAY), samples);
    surface = make_surface(width, height), context = make_context(version, EGL_NO_CONTEXT);
    make_current(context);
}

static inline void swap(void) {
    want(eglSwapBuffers(display, surface), "a swap");
}

#endif
