// The EGL part of the test apps.

#ifndef APP_H
#define APP_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>

struct app {
    EGLDisplay display;
    EGLSurface surface; // a pbuffer
    EGLContext context;
};

// Makes a context of a version of OpenGL ES, times ten, current, with a square surface. The display needs no
// window system. Ends the process with status 2 if the driver has no such context.
static inline struct app start_app(int version, EGLint size) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE,
                                    EGL_PBUFFER_BIT,
                                    EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_ES2_BIT,
                                    EGL_ALPHA_SIZE,
                                    8,
                                    EGL_STENCIL_SIZE,
                                    8,
                                    EGL_DEPTH_SIZE,
                                    16,
                                    EGL_NONE};
    struct app a = {.display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL)};
    EGLConfig config = NULL;
    EGLint n = 0;
    eglInitialize(a.display, NULL, NULL);
    eglChooseConfig(a.display, wanted, &config, 1, &n);
    a.surface = eglCreatePbufferSurface(a.display, config,
                                        (const EGLint[]){EGL_WIDTH, size, EGL_HEIGHT, size, EGL_NONE});
    a.context = eglCreateContext(a.display, config, EGL_NO_CONTEXT,
                                 (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, version / 10,
                                                  EGL_CONTEXT_MINOR_VERSION, version % 10, EGL_NONE});
    if (!eglMakeCurrent(a.display, a.surface, a.surface, a.context)) {
        fprintf(stderr, "no context of version %d\n", version);
        exit(2);
    }
    return a;
}

#endif
