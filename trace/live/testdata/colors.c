// Frames of one color each, over a driver's state that is in a reader's way: colors FRAMES [SAMPLES].
#include <EGL/egl.h>
#include <GLES3/gl3.h>

#include <stdlib.h>
#include <unistd.h>

enum { WIDTH = 40, HEIGHT = 30 };

int main(int argc, char **argv) {
    int frames = argc > 1 ? atoi(argv[1]) : 8, samples = argc > 2 ? atoi(argv[2]) : 0;
    const EGLint want[] = {EGL_SURFACE_TYPE,   EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                           EGL_OPENGL_ES3_BIT, EGL_RED_SIZE,    8,
                           EGL_SAMPLES,        samples,         EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE},
                        size[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE};
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    EGLint n;
    GLuint buffer, framebuffer, renderbuffer;
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, want, &config, 1, &n) || n < 1)
        return 1;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    if (!eglMakeCurrent(display, surface, surface,
                        eglCreateContext(display, config, EGL_NO_CONTEXT, version)))
        return 2;
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 8, 8);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, 16, NULL, GL_STREAM_READ);
    glPixelStorei(GL_PACK_ROW_LENGTH, 1000);
    glPixelStorei(GL_PACK_SKIP_ROWS, 7);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    glViewport(1, 1, 3, 3);
    glScissor(0, 0, 1, 1);
    for (int frame = 0; frame < frames; frame++) {
        glDisable(GL_SCISSOR_TEST);
        glClearColor((float)(frame % 256) / 255, 0.2f, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_SCISSOR_TEST);
        if (!eglSwapBuffers(display, surface)) return 3;
        usleep(1000);
    }
    return glGetError() != 0;
}
