// Two threads draw frames in turn, each with its own context and surface: threads VERSION [SAMPLES]. The
// contexts share a program, a buffer, a texture and a compressed texture. Each frame is a clear to blue, a
// draw of the left half, red on the first thread and green on the second, and a draw behind it.
#include "screen.h"

#include <GLES3/gl3.h>

#include <GLES2/gl2ext.h>

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIDE = 16, FRAMES = 3, TEXELS = 4, SQUARE = 0, BLOCKS = 1 };

static GLuint program, buffer, textures[2];
static GLint color;

static GLuint compile(GLenum type, const char *text) {
    GLuint made = glCreateShader(type);
    glShaderSource(made, 1, &text, NULL);
    glCompileShader(made);
    return made;
}

static void link_program(void) {
    program = glCreateProgram();
    glAttachShader(program,
                   compile(GL_VERTEX_SHADER, "attribute vec3 p; varying vec2 at;\n"
                                             "void main() { at = p.xy; gl_Position = vec4(p, 1.0); }\n"));
    glAttachShader(program, compile(GL_FRAGMENT_SHADER,
                                    "precision mediump float; uniform sampler2D picture;\n"
                                    "uniform vec4 color; varying vec2 at;\n"
                                    "void main() { gl_FragColor = color * texture2D(picture, at); }\n"));
    glBindAttribLocation(program, 0, "p");
    glLinkProgram(program);
    color = glGetUniformLocation(program, "color");
}

// The left half in front, then all of it behind that.
static void make_vertices(void) {
    static const float vertices[2][4][3] = {{{-1, -1, 0}, {0, -1, 0}, {-1, 1, 0}, {0, 1, 0}},
                                            {{-1, -1, 0.5f}, {1, -1, 0.5f}, {-1, 1, 0.5f}, {1, 1, 0.5f}}};
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
}

// The only color of the block is 255, 2, 2, in ETC1 and in ETC2.
static void make_textures(int version) {
    static const uint8_t block[8] = {0xFF};
    uint32_t white[TEXELS * TEXELS];
    for (int i = 0; i < TEXELS * TEXELS; i++) white[i] = 0xFFFFFFFF;
    glGenTextures(2, textures);
    glBindTexture(GL_TEXTURE_2D, textures[BLOCKS]);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, version < 30 ? GL_ETC1_RGB8_OES : GL_COMPRESSED_RGB8_ETC2,
                           TEXELS, TEXELS, 0, sizeof block, block);
    glBindTexture(GL_TEXTURE_2D, textures[SQUARE]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TEXELS, TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
}

static void begin_context(void) {
    glUseProgram(program);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glBindTexture(GL_TEXTURE_2D, textures[SQUARE]);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0, 0, 1, 1);
}

static void draw_frame(EGLSurface to, float red, float green) {
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUniform4f(color, red, green, 0, 1);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glUniform4f(color, 1, 1, 0, 1);
    glDrawArrays(GL_TRIANGLE_STRIP, 4, 4);
    want(glGetError() == 0 && eglSwapBuffers(display, to), "a frame");
}

static EGLContext second;
static EGLSurface other;

static void *draw_second(void *begins) {
    want(eglMakeCurrent(display, other, other, second), "the second context");
    if (begins != NULL) begin_context();
    draw_frame(other, 0, 1);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    return NULL;
}

static void choose_config(int samples) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                             EGL_RED_SIZE,     8,
                             EGL_GREEN_SIZE,   8,
                             EGL_BLUE_SIZE,    8,
                             EGL_ALPHA_SIZE,   8,
                             EGL_DEPTH_SIZE,   16,
                             EGL_SAMPLES,      samples,
                             EGL_NONE};
    EGLint n = 0;
    want(eglChooseConfig(display, wanted, &config, 1, &n) && n > 0, "a configuration");
}

int main(int argc, char **argv) {
    int version = argc > 1 ? atoi(argv[1]) : 30;
    begin_on(eglGetDisplay(EGL_DEFAULT_DISPLAY), 0);
    choose_config(argc > 2 ? atoi(argv[2]) : 0);
    surface = make_surface(SIDE, SIDE), other = make_surface(SIDE, SIDE);
    context = make_context(version, EGL_NO_CONTEXT), second = make_context(version, context);
    make_current(context);
    link_program();
    make_vertices();
    make_textures(version);
    begin_context();
    for (int frame = 0; frame < FRAMES; frame++) {
        pthread_t thread;
        draw_frame(surface, 1, 0);
        glFlush();
        want(pthread_create(&thread, NULL, draw_second, frame == 0 ? &frame : NULL) == 0, "a thread");
        pthread_join(thread, NULL);
    }
    return 0;
}
