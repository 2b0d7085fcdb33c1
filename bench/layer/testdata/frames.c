// Draws frames over Mesa, and prints the processor time of its thread for one of them, in microseconds: that
// of the rasterizer's threads is not in it.
//
//     frames SHARE

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    EGLConfig config;
    EGLint n = 0;
    int frames = (int)(2000 * strtod(argc > 1 ? argv[1] : "1", NULL));
    eglInitialize(dpy, NULL, NULL);
    eglChooseConfig(dpy, (const EGLint[]){EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE}, &config, 1, &n);
    EGLContext ctx = eglCreateContext(
        dpy, config, EGL_NO_CONTEXT,
        (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE});
    EGLSurface surface =
        eglCreatePbufferSurface(dpy, config, (const EGLint[]){EGL_WIDTH, 1280, EGL_HEIGHT, 720, EGL_NONE});
    if (!eglMakeCurrent(dpy, surface, surface, ctx))
        return fprintf(stderr, "no context of OpenGL ES 3.2\n"), 1;
    double start = 0;
    for (int i = -100; i < frames; i++) {
        if (i == 0) start = now();
        glClear(GL_COLOR_BUFFER_BIT);
        eglSwapBuffers(dpy, surface);
        glFinish(); // else the next frame waits for the rasterizer
    }
    printf("frame %.3f\n", (now() - start) / frames);
    return 0;
}
