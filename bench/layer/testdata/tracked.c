// Specifies the storage of a buffer, of a texture and of a renderbuffer over Mesa, many times each. Prints
// the shortest time of a call in microseconds.

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <stdio.h>
#include <time.h>

enum { BLOCKS = 20, CALLS = 500 };

static void buffer(void) {
    glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STREAM_DRAW);
}

static void texture(void) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

static void renderbuffer(void) {
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 4, 4);
}

static void made(void) {
    GLuint name;
    glGenBuffers(1, &name);
    glDeleteBuffers(1, &name);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void measure(const char *name, void (*call)(void)) {
    double shortest = 1e30;
    for (int b = 0; b < BLOCKS; b++) {
        double start = now();
        for (int i = 0; i < CALLS; i++) call();
        double took = (now() - start) / CALLS;
        if (took < shortest) shortest = took;
    }
    printf("%s %.4f\n", name, shortest);
}

int main(void) {
    EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    EGLConfig config;
    EGLint n = 0;
    GLuint names[3];
    eglInitialize(dpy, NULL, NULL);
    eglChooseConfig(dpy, (const EGLint[]){EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE}, &config, 1, &n);
    EGLContext ctx = eglCreateContext(
        dpy, config, EGL_NO_CONTEXT,
        (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE});
    EGLSurface surface =
        eglCreatePbufferSurface(dpy, config, (const EGLint[]){EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE});
    if (!eglMakeCurrent(dpy, surface, surface, ctx))
        return fprintf(stderr, "no context of OpenGL ES 3.2\n"), 1;
    glGenBuffers(1, names);
    glBindBuffer(GL_ARRAY_BUFFER, names[0]);
    glGenTextures(1, names + 1);
    glBindTexture(GL_TEXTURE_2D, names[1]);
    glGenRenderbuffers(1, names + 2);
    glBindRenderbuffer(GL_RENDERBUFFER, names[2]);
    measure("buffer", buffer);
    measure("texture", texture);
    measure("renderbuffer", renderbuffer);
    measure("made", made);
    return 0;
}
