// A program with more in its textures than the recorder's buffers take, and with names far apart: many
// FRAMES.
#include <EGL/egl.h>
#include <GLES3/gl31.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TEXTURES = 12, SIDE = 512, BUFFERS = 8000, BYTES = 16 };

// Each has its own content: its name, with noise between.
static void fill(uint32_t *pixels, GLuint name) {
    static uint32_t noise = 1;
    for (int i = 0; i < SIDE * SIDE; i++) {
        noise = noise * 1664525 + 1013904223;
        pixels[i] = (noise & ~0xffu) | name;
    }
}

int main(int argc, char **argv) {
    static const EGLint want[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                                  EGL_NONE},
                        version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE},
                        size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
    static uint32_t pixels[SIDE * SIDE];
    static GLuint buffers[BUFFERS];
    int frames = argc > 1 ? atoi(argv[1]) : 8;
    GLuint textures[TEXTURES];
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    EGLint n;
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, want, &config, 1, &n) || n < 1)
        return 1;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context)) return 2;
    glGenTextures(TEXTURES, textures);
    for (int i = 0; i < TEXTURES; i++) {
        fill(pixels, textures[i]);
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIDE, SIDE);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    }
    glGenBuffers(BUFFERS, buffers);
    for (int i = BUFFERS / 2; i <= BUFFERS; i += BUFFERS / 2) {
        if (buffers[i - 1] != (GLuint)i) return 3;
        glBindBuffer(GL_ARRAY_BUFFER, (GLuint)i);
        glBufferData(GL_ARRAY_BUFFER, BYTES, pixels, GL_STATIC_DRAW);
    }
    fprintf(stderr, "drawing\n");
    for (int frame = 0; frame < frames; frame++) {
        glClear(GL_COLOR_BUFFER_BIT);
        if (!eglSwapBuffers(display, surface)) return 4;
        usleep(1000);
    }
    return glGetError() != 0;
}
