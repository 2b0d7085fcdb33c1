#include "es32.h"

#include <stdio.h>
#include <stdlib.h>

GLuint painter;

void want_no_error(const char *where) {
    GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    fprintf(stderr, "es32: %s: error 0x%04x\n", where, error);
    exit(1);
}

static const char paint_vertex[] =
    "#version 320 es\n"
    "layout(location = 0) in vec2 at;\n"
    "layout(location = 1) in vec4 tint;\n"
    "layout(location = 2) in ivec4 number;\n"
    "out vec4 shade;\n"
    "void main() { shade = tint + vec4(number); gl_Position = vec4(at, 0.0, 1.0); }\n";
static const char paint_fragment[] = "#version 320 es\n"
                                     "precision highp float;\n"
                                     "uniform vec4 colour;\n"
                                     "in vec4 shade;\n"
                                     "layout(location = 0) out vec4 pixel;\n"
                                     "void main() { pixel = colour + min(shade, vec4(0.0)); }\n";

static EGLDisplay display;
static EGLSurface surface;
static EGLContext context;

static void begin(void) {
    const EGLint want[] = {EGL_SURFACE_TYPE,
                           EGL_PBUFFER_BIT,
                           EGL_RENDERABLE_TYPE,
                           EGL_OPENGL_ES3_BIT,
                           EGL_RED_SIZE,
                           8,
                           EGL_ALPHA_SIZE,
                           8,
                           EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    EGLConfig config;
    EGLint found = 0;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) exit(2);
    if (!eglChooseConfig(display, want, &config, 1, &found) || found != 1) exit(2);
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    surface = eglCreatePbufferSurface(display, config, size);
    if (!eglMakeCurrent(display, surface, surface, context)) exit(2);
}

static void end(void) {
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroySurface(display, surface);
    eglDestroyContext(display, context);
    eglTerminate(display);
}

int main(void) {
    GLubyte pixel[4] = {0};
    begin();
    painter = link_program(paint_vertex, paint_fragment);
    for (int frame = 0; frame < 3; frame++) {
        glViewport(0, 0, SIZE, SIZE);
        set_state();
        fill_buffers();
        make_textures();
        make_samplers();
        make_framebuffers();
        set_uniforms();
        query_programs();
        set_attributes();
        compute();
        feed_back();
        query_and_wait();
        label();
        query_state();
        draw();
        glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        want_no_error("frame");
        if (!eglSwapBuffers(display, surface)) exit(2);
    }
    glDeleteProgram(painter);
    end();
    printf("es32: pixel %d,%d,%d,%d\n", pixel[0], pixel[1], pixel[2], pixel[3]);
    return pixel[0] == 255 && pixel[1] == 128 ? 0 : 1;
}
