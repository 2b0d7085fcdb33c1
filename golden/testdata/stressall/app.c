// The app. All results depend only on the number of the context and of the round, not on the order of threads
// or on the names of objects.
#include "commands.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 8, SIZE = 16, MOST_THREADS = 64 }; // GROUP: contexts of a share group

struct objects {
    GLuint texture, buffer;
};

// A context and its objects. Only one thread uses it in a round.
struct slot {
    EGLContext context;
    EGLSurface surface;
    struct objects made[2]; // of the last even and the last odd round
    GLuint program;         // of the last round that is a multiple of 4
    uint64_t sum;           // of the results
};

static EGLDisplay display;
static EGLConfig config;
static struct slot *slots;
static int threads, contexts, rounds, loses;
static pthread_barrier_t barrier;

static void add(struct slot *s, uint64_t value) {
    s->sum = (s->sum ^ value) * UINT64_C(0x100000001b3);
}

static void add_error(struct slot *s) {
    add(s, app.glGetError());
}

static int is_root(int c) {
    return c % GROUP == 0;
}

// The contexts of every other share group have OpenGL ES 2.0.
static void create_context(int c) {
    const EGLint list[] = {EGL_CONTEXT_CLIENT_VERSION, c / GROUP % 2 ? 2 : 3, EGL_NONE};
    EGLContext root = is_root(c) ? EGL_NO_CONTEXT : slots[c / GROUP * GROUP].context;
    slots[c].context = app.eglCreateContext(display, config, root, list);
    if (!slots[c].context) fail("failed:", "eglCreateContext");
}

static void create_slot(int c) {
    const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    create_context(c);
    slots[c].surface = app.eglCreatePbufferSurface(display, config, size);
    if (!slots[c].surface) fail("failed:", "eglCreatePbufferSurface");
}

static int make_current(const struct slot *s) {
    return app.eglMakeCurrent(display, s->surface, s->surface, s->context);
}

static void leave(void) {
    if (!app.eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT))
        fail("failed:", "eglMakeCurrent");
}

static void add_shader(GLuint program, GLenum stage, const char *source) {
    GLuint shader = app.glCreateShader(stage);
    app.glShaderSource(shader, 1, &source, NULL);
    app.glCompileShader(shader);
    app.glAttachShader(program, shader);
    app.glDeleteShader(shader);
}

static void create_program(struct slot *s) {
    GLint linked = 0;
    app.glDeleteProgram(s->program);
    s->program = app.glCreateProgram();
    add_shader(s->program, GL_VERTEX_SHADER,
               "attribute vec2 at; attribute vec4 color; varying vec4 c; varying vec2 t;\n"
               "void main() { c = color; t = at * 0.5 + 0.5; gl_Position = vec4(at, 0.0, 1.0); }\n");
    add_shader(s->program, GL_FRAGMENT_SHADER,
               "precision mediump float; varying vec4 c; varying vec2 t; uniform sampler2D texture;\n"
               "void main() { gl_FragColor = c * 0.5 + texture2D(texture, t) * 0.5; }\n");
    app.glBindAttribLocation(s->program, 0, "at");
    app.glBindAttribLocation(s->program, 1, "color");
    app.glLinkProgram(s->program);
    app.glGetProgramiv(s->program, GL_LINK_STATUS, &linked);
    add(s, (uint64_t)linked);
}

static void create_objects(struct slot *s, struct objects *o, int c, int r) {
    static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3}; // one triangle over the whole surface
    GLubyte texels[4 * 4 * 4];
    for (size_t i = 0; i < sizeof texels; i++) texels[i] = (GLubyte)(i * 7 + (size_t)c * 31 + (size_t)r * 17);
    app.glDeleteTextures(1, &o->texture);
    app.glDeleteBuffers(1, &o->buffer);
    app.glGenTextures(1, &o->texture);
    app.glBindTexture(GL_TEXTURE_2D, o->texture);
    app.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    app.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    app.glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    app.glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    app.glGenerateMipmap(GL_TEXTURE_2D);
    app.glGenBuffers(1, &o->buffer);
    app.glBindBuffer(GL_ARRAY_BUFFER, o->buffer);
    app.glBufferData(GL_ARRAY_BUFFER, sizeof corners, NULL, GL_STATIC_DRAW);
    app.glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof corners, corners);
    add_error(s);
}

static void read_pixels(struct slot *s) {
    uint32_t pixels[SIZE * SIZE] = {0};
    app.glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (size_t i = 0; i < SIZE * SIZE; i++) add(s, pixels[i]);
    add_error(s);
}

static void draw(struct slot *s, const struct objects *o, GLuint program, int c, int r) {
    app.glViewport(0, 0, SIZE, SIZE);
    app.glClearColor((GLfloat)(c % 16) / 16, (GLfloat)(r % 16) / 16, 0.5f, 1);
    app.glClear(GL_COLOR_BUFFER_BIT);
    read_pixels(s);
    app.glUseProgram(program);
    app.glBindTexture(GL_TEXTURE_2D, o->texture);
    app.glBindBuffer(GL_ARRAY_BUFFER, o->buffer);
    app.glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    app.glEnableVertexAttribArray(0);
    app.glVertexAttrib4f(1, (GLfloat)(c % 4) / 4, (GLfloat)(r % 4) / 4, 0, 1);
    app.glEnable(GL_SCISSOR_TEST);
    app.glScissor(2, 2, SIZE - 4, SIZE - 4);
    app.glDrawArrays(GL_TRIANGLES, 0, 3);
    app.glDisable(GL_SCISSOR_TEST);
    read_pixels(s);
}

static void draw_offscreen(struct slot *s) {
    GLuint framebuffer = 0, renderbuffer = 0;
    app.glGenFramebuffers(1, &framebuffer);
    app.glGenRenderbuffers(1, &renderbuffer);
    app.glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    app.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, SIZE, SIZE);
    app.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    app.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    add(s, app.glCheckFramebufferStatus(GL_FRAMEBUFFER));
    app.glClear(GL_COLOR_BUFFER_BIT);
    read_pixels(s);
    app.glBindFramebuffer(GL_FRAMEBUFFER, 0);
    app.glDeleteFramebuffers(1, &framebuffer);
    app.glDeleteRenderbuffers(1, &renderbuffer);
    add_error(s);
}

// Causes errors. They come in the same order as without the layer.
static void fail_calls(struct slot *s) {
    GLint viewport[4] = {0};
    app.glEnable(0x1234);
    add_error(s);
    add_error(s);
    app.glViewport(0, 0, -1, 1);
    app.glBindTexture(0x1234, 0);
    add_error(s);
    add_error(s);
    app.glGetIntegerv(GL_VIEWPORT, viewport);
    add(s, (uint64_t)viewport[2]);
    add(s, app.eglDestroyContext(display, EGL_NO_CONTEXT));
    add(s, (uint64_t)app.eglGetError());
}

// Draws two frames in a context.
static void visit(int c, int r) {
    struct slot *s = &slots[c];
    if (!is_root(c) && (c + r) % 5 == 0) {
        if (!app.eglDestroyContext(display, s->context)) fail("failed:", "eglDestroyContext");
        create_context(c);
    }
    if (!make_current(s)) { // lost
        add(s, (uint64_t)app.eglGetError());
        if (!app.eglDestroyContext(display, s->context)) fail("failed:", "eglDestroyContext");
        create_context(c);
        if (!make_current(s)) fail("failed:", "eglMakeCurrent");
    }
    struct objects *own = &s->made[r % 2];
    create_objects(s, own, c, r);
    if (r % 4 == 0) create_program(s);
    if (loses && r % 3 == 1 && (c + r) % 3 == 0) lose_fake(s->context, r % 2);
    const struct slot *other = &slots[c / GROUP * GROUP + (c + 1) % GROUP];
    draw(s, r > 0 ? &other->made[(r + 1) % 2] : own, r % 4 > 0 ? other->program : s->program, c, r);
    fail_calls(s);
    add(s, app.eglSwapBuffers(display, s->surface));
    draw_offscreen(s);
    draw(s, own, s->program, c, r + 1);
    add(s, app.eglSwapBuffers(display, s->surface));
    app.glFinish();
    leave();
}

// In each round, a thread has the contexts that the thread after it had in the round before.
static void *run_thread(void *number) {
    int t = *(const int *)number, share = contexts / threads;
    app.eglBindAPI(EGL_OPENGL_ES_API);
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < share; i++) visit((t + r) % threads * share + i, r);
        pthread_barrier_wait(&barrier);
    }
    app.eglReleaseThread();
    return NULL;
}

void run_app(int threads_, int contexts_, int rounds_, int loses_) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_ES3_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_ALPHA_SIZE,
                             8,
                             EGL_NONE};
    static int numbers[MOST_THREADS];
    pthread_t list[MOST_THREADS];
    EGLint found = 0;
    threads = threads_, contexts = contexts_, rounds = rounds_, loses = loses_;
    if (threads < 1 || threads > MOST_THREADS || contexts % threads != 0 || contexts % GROUP != 0)
        fail("wrong number of", "contexts");
    slots = calloc((size_t)contexts, sizeof *slots);
    display = app.eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!slots || !app.eglInitialize(display, NULL, NULL)) fail("failed:", "eglInitialize");
    keep_libraries(); // the driver has loaded its own by now
    if (!app.eglChooseConfig(display, wanted, &config, 1, &found) || found != 1)
        fail("failed:", "eglChooseConfig");
    app.eglBindAPI(EGL_OPENGL_ES_API);
    for (int c = 0; c < contexts; c++) create_slot(c);
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    for (int t = 0; t < threads; t++) {
        numbers[t] = t;
        if (pthread_create(&list[t], NULL, run_thread, &numbers[t]) != 0) fail("failed:", "pthread_create");
    }
    for (int t = 0; t < threads; t++) pthread_join(list[t], NULL);
    for (int c = 0; c < contexts; c++) {
        printf("context %d: %016llx\n", c, (unsigned long long)slots[c].sum);
        app.eglDestroySurface(display, slots[c].surface);
        if (!app.eglDestroyContext(display, slots[c].context)) fail("failed:", "eglDestroyContext");
    }
    if (!app.eglTerminate(display)) fail("failed:", "eglTerminate");
    free(slots);
}
