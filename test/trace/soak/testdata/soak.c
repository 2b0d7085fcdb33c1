// Draws on several threads until there is input, while contexts and threads are created and destroyed. Each
// frame has a number of its thread's place, which a recording shows, and a matching color. The program checks
// the pixels and errors.
#include <EGL/egl.h>
#include <GLES3/gl3.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PLACES = 4, CONTEXTS = 5, FRAMES = 40, SIZE = 16, PAUSE_NS = 500000 };

static const char vertex_text[] =
    "#version 300 es\nlayout(location = 0) in vec2 place; void main() { gl_Position = vec4(place, 0, 1); }\n";
static const char fragment_text[] =
    "#version 300 es\nprecision highp float; uniform vec4 color; uniform ivec2 number; out vec4 result;\n"
    "void main() { result = number.x < 0 ? vec4(1) : color; }\n";

static EGLDisplay display;
static EGLConfig config;
static atomic_int over;
static struct place { int place, frames; } places[PLACES];

static void fail(const char *what, int place, int frame, unsigned value) {
    fprintf(stderr, "soak: %s: place %d, frame %d: 0x%x\n", what, place, frame, value);
    exit(1);
}

static GLuint compile(GLenum type, const char *text) {
    GLuint shader = glCreateShader(type);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    return shader;
}

static GLuint make_program(void) {
    GLuint program = glCreateProgram(),
           shaders[] = {compile(GL_VERTEX_SHADER, vertex_text), compile(GL_FRAGMENT_SHADER, fragment_text)};
    for (int i = 0; i < 2; i++) {
        glAttachShader(program, shaders[i]);
        glDeleteShader(shaders[i]);
    }
    glLinkProgram(program);
    glUseProgram(program);
    return program;
}

static GLuint make_texture(void) {
    static const uint8_t pixels[SIZE * SIZE * 4];
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    return texture;
}

static void draw(struct place *p, GLint color, GLint number) {
    static const float corners[] = {-1, -1, 3, -1, -1, 3};
    uint8_t want[4] = {(uint8_t)p->frames, (uint8_t)(p->frames >> 8), (uint8_t)p->place, 255}, got[4];
    glClear(GL_COLOR_BUFFER_BIT);
    glUniform4f(color, want[0] / 255.0f, want[1] / 255.0f, want[2] / 255.0f, 1);
    glUniform2i(number, p->place, p->frames);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
    if (memcmp(want, got, sizeof want) != 0) fail("another pixel", p->place, p->frames, got[0]);
    GLenum error = glGetError();
    if (error != GL_NO_ERROR) fail("an error", p->place, p->frames, error);
    p->frames++;
}

static void live(struct place *p) {
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE},
                        size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    static const struct timespec pause = {0, PAUSE_NS};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    if (!eglMakeCurrent(display, surface, surface, context))
        fail("no context", p->place, p->frames, (unsigned)eglGetError());
    GLuint program = make_program(), texture = make_texture();
    GLint color = glGetUniformLocation(program, "color"), number = glGetUniformLocation(program, "number");
    for (int i = 0; i < FRAMES; i++) {
        draw(p, color, number);
        if (!eglSwapBuffers(display, surface)) fail("no swap", p->place, p->frames, (unsigned)eglGetError());
        nanosleep(&pause, NULL);
    }
    glDeleteTextures(1, &texture);
    glDeleteProgram(program);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroySurface(display, surface);
    eglDestroyContext(display, context);
}

static void *work(void *place) {
    for (int i = 0; i < CONTEXTS; i++) live(place);
    eglReleaseThread();
    return NULL;
}

// One thread after the other at a place.
static void *keep(void *place) {
    while (!atomic_load(&over)) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, place) != 0) exit(2);
        pthread_join(thread, NULL);
    }
    return NULL;
}

int main(void) {
    const EGLint want[] = {EGL_SURFACE_TYPE,
                           EGL_PBUFFER_BIT,
                           EGL_RENDERABLE_TYPE,
                           EGL_OPENGL_ES3_BIT,
                           EGL_RED_SIZE,
                           8,
                           EGL_ALPHA_SIZE,
                           8,
                           EGL_NONE};
    pthread_t threads[PLACES];
    EGLint found = 0;
    int frames = 0;
    char word;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, want, &config, 1, &found) ||
        found != 1)
        return 2;
    for (int i = 0; i < PLACES; i++) {
        places[i].place = i;
        pthread_create(&threads[i], NULL, keep, &places[i]);
    }
    if (read(0, &word, 1) < 0) return 3;
    atomic_store(&over, 1);
    for (int i = 0; i < PLACES; i++) pthread_join(threads[i], NULL), frames += places[i].frames;
    printf("%d frames\n", frames);
    return 0;
}
