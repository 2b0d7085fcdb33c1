// Opens a layer over the driver of this machine, and cancels a thread in each kind of call: the thread has a
// pending request when it makes the call, so that it ends at the first point of cancellation. The driver's
// functions are called through thunks: they are points of cancellation if the layer calls them for itself,
// and never while they make the call of the app. Afterwards, another thread draws, so a lock that is still
// held is found, too. host LAYER
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THUNKS = 2048 };

static void (*real[THUNKS])(void);
static const char *names[THUNKS];
static int used;
static __thread const char *making; // the call that the app makes, and the driver has not got yet
static __thread const char *inside; // the call of the app that the layer is in
static __thread const char *point;  // the call of the layer itself that may cancel the thread
static __thread int own;            // calls of the layer itself
static int failed;

static int is_quick(const char *name) {
    static const char *quick[] = {"glGetError", "eglGetError", "eglGetCurrentContext", "eglGetCurrentDisplay",
                                  "eglGetCurrentSurface"};
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        if (strcmp(quick[i], name) == 0) return 1;
    return 0;
}

// Before a call of the driver. Returns the state to restore after it.
static int before_call(int n) {
    int state;
    if (making != NULL && strcmp(making, names[n]) == 0) {
        making = NULL;
    } else if (!is_quick(names[n])) {
        own++;
        point = names[n];
        pthread_testcancel();
        point = NULL;
    }
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    return state;
}

#define THUNK(n)                                                                                             \
    __attribute__((noinline)) static void *thunk_##n(void) {                                                 \
        void *arguments = __builtin_apply_args();                                                            \
        int state = before_call(0x##n);                                                                      \
        void *result = __builtin_apply(real[0x##n], arguments, 96);                                          \
        pthread_setcancelstate(state, NULL);                                                                 \
        __builtin_return(result);                                                                            \
    }
// clang-format off
#define EACH_16(m, digits) \
    m(digits##0) m(digits##1) m(digits##2) m(digits##3) m(digits##4) m(digits##5) m(digits##6) m(digits##7) \
    m(digits##8) m(digits##9) m(digits##a) m(digits##b) m(digits##c) m(digits##d) m(digits##e) m(digits##f)
#define EACH_256(m, digits) \
    EACH_16(m, digits##0) EACH_16(m, digits##1) EACH_16(m, digits##2) EACH_16(m, digits##3) \
    EACH_16(m, digits##4) EACH_16(m, digits##5) EACH_16(m, digits##6) EACH_16(m, digits##7) \
    EACH_16(m, digits##8) EACH_16(m, digits##9) EACH_16(m, digits##a) EACH_16(m, digits##b) \
    EACH_16(m, digits##c) EACH_16(m, digits##d) EACH_16(m, digits##e) EACH_16(m, digits##f)
#define EACH(m) \
    EACH_256(m, 0) EACH_256(m, 1) EACH_256(m, 2) EACH_256(m, 3) \
    EACH_256(m, 4) EACH_256(m, 5) EACH_256(m, 6) EACH_256(m, 7)
// clang-format on
EACH(THUNK)
#define NAME(n) (void *)thunk_##n,
static void *thunks[THUNKS] = {EACH(NAME)};

static void *find_real(const char *name) {
    void *function = dlsym(RTLD_DEFAULT, name);
    return function != NULL ? function : (void *)eglGetProcAddress(name);
}

static void *find_next(const char *name) {
    void *function = find_real(name);
    if (function == NULL) return NULL;
    for (int i = 0; i < used; i++)
        if (strcmp(names[i], name) == 0) return thunks[i];
    if (used == THUNKS) abort();
    real[used] = (void (*)(void))function;
    names[used] = strdup(name);
    return thunks[used++];
}

static void *get_next(void *layer, const char *name) {
    (void)layer;
    return find_next(name);
}

static void *(*find_layer)(const char *, void *);

// Makes a call through the layer.
#define CALL(type, name, ...) (making = inside = #name, ((type)functions[find_function(#name)])(__VA_ARGS__))
#define DONE (making = inside = NULL)

static struct {
    const char *name;
    void *function;
} table[64];
static void *functions[64];

static int find_function(const char *name) {
    int i = 0;
    for (; table[i].name != NULL; i++)
        if (strcmp(table[i].name, name) == 0) return i;
    void *next = find_next(name), *mine = find_layer(name, next);
    table[i].name = name;
    return functions[i] = mine != NULL ? mine : next, i;
}

static EGLDisplay display;
static EGLConfig config;

typedef void (*fn_void)(void);
typedef GLuint (*fn_make)(void);
typedef void (*fn_one)(GLuint);
typedef void (*fn_two)(GLuint, GLuint);

static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE},
                    version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};

struct stage {
    EGLSurface surface;
    EGLContext context;
    GLuint program, texture, buffer;
    int frame;
};

// The calls of a frame, and of its beginning and end.
enum step {
    CREATE,
    CURRENT,
    SHADERS,
    TEXTURE,
    BUFFER,
    CLEAR,
    DRAW,
    READ,
    SWAP,
    DELETE,
    RELEASE,
    DESTROY,
    STEPS
};

static GLuint compile(GLenum type, const char *text) {
    GLuint shader = CALL(GLuint(*)(GLenum), glCreateShader, type);
    CALL(void (*)(GLuint, GLsizei, const GLchar *const *, const GLint *), glShaderSource, shader, 1, &text,
         NULL);
    CALL(fn_one, glCompileShader, shader);
    DONE;
    return shader;
}

static void make(struct stage *s, enum step step) {
    static const char pixels[4 * 64];
    switch (step) {
    case CREATE:
        s->surface = eglCreatePbufferSurface(display, config, size);
        s->context = CALL(EGLContext(*)(EGLDisplay, EGLConfig, EGLContext, const EGLint *), eglCreateContext,
                          display, config, EGL_NO_CONTEXT, version);
        break;
    case CURRENT:
        if (!CALL(EGLBoolean(*)(EGLDisplay, EGLSurface, EGLSurface, EGLContext), eglMakeCurrent, display,
                  s->surface, s->surface, s->context))
            abort();
        break;
    case SHADERS:
        s->program = CALL(fn_make, glCreateProgram);
        CALL(fn_two, glAttachShader, s->program,
             compile(GL_VERTEX_SHADER, "attribute vec4 p; void main() { gl_Position = p; }"));
        CALL(fn_two, glAttachShader, s->program,
             compile(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1.0); }"));
        CALL(fn_one, glLinkProgram, s->program);
        CALL(fn_one, glUseProgram, s->program);
        break;
    case TEXTURE:
        CALL(void (*)(GLsizei, GLuint *), glGenTextures, 1, &s->texture);
        CALL(fn_two, glBindTexture, GL_TEXTURE_2D, s->texture);
        CALL(void (*)(GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *),
             glTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        break;
    case BUFFER:
        CALL(void (*)(GLsizei, GLuint *), glGenBuffers, 1, &s->buffer);
        CALL(fn_two, glBindBuffer, GL_ARRAY_BUFFER, s->buffer);
        CALL(void (*)(GLenum, GLsizeiptr, const void *, GLenum), glBufferData, GL_ARRAY_BUFFER, sizeof pixels,
             pixels, GL_STATIC_DRAW);
        CALL(void (*)(GLuint, GLint, GLenum, GLboolean, GLsizei, const void *), glVertexAttribPointer, 0, 4,
             GL_FLOAT, GL_FALSE, 0, NULL);
        CALL(fn_one, glEnableVertexAttribArray, 0);
        break;
    case CLEAR:
        CALL(fn_one, glClear, GL_COLOR_BUFFER_BIT);
        break;
    case DRAW:
        CALL(void (*)(GLenum, GLint, GLsizei), glDrawArrays, GL_TRIANGLES, 0, 3);
        break;
    case READ: {
        char pixel[4];
        CALL(void (*)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *), glReadPixels, 0, 0, 1, 1,
             GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        break;
    }
    case SWAP:
        CALL(EGLBoolean(*)(EGLDisplay, EGLSurface), eglSwapBuffers, display, s->surface);
        break;
    case DELETE:
        CALL(void (*)(GLsizei, const GLuint *), glDeleteTextures, 1, &s->texture);
        CALL(void (*)(GLsizei, const GLuint *), glDeleteBuffers, 1, &s->buffer);
        CALL(fn_one, glDeleteProgram, s->program);
        break;
    case RELEASE:
        CALL(EGLBoolean(*)(EGLDisplay, EGLSurface, EGLSurface, EGLContext), eglMakeCurrent, display,
             EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        break;
    default:
        CALL(EGLBoolean(*)(EGLDisplay, EGLContext), eglDestroyContext, display, s->context);
        eglDestroySurface(display, s->surface);
    }
    DONE;
}

static void report(void *unused) {
    (void)unused;
    if (inside != NULL)
        failed = 1, fprintf(stderr, "canceled in %s, in the layer's call of %s\n", inside,
                            point ? point : "a function of libc");
}

struct order {
    int step, frames;
};

// Makes all steps, with a request to cancel during one of them. It is not disabled there, except by the
// layer.
static void *run(void *data) {
    const struct order *o = data;
    struct stage s = {.frame = 0};
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_cleanup_push(report, NULL);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; step == SWAP && i < o->frames; i++) make(&s, SWAP);
        if (step == o->step) {
            pthread_cancel(pthread_self());
            pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
        }
        make(&s, (enum step)step);
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    }
    pthread_cleanup_pop(0);
    return (void *)(intptr_t)own;
}

static void hangs(int number) {
    static const char text[] = "a call waits after a thread was canceled\n";
    (void)number;
    if (write(2, text, sizeof text - 1) > 0) _exit(3);
    _exit(4);
}

int main(int argc, char **argv) {
    EGLint n;
    intptr_t calls = 0;
    const EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                                 EGL_NONE};
    void *layer = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (layer == NULL) return fprintf(stderr, "open the layer: %s\n", dlerror()), 2;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, attributes, &config, 1, &n) || n < 1)
        return 2;
    void (*initialize)(void *, void *) =
        (void (*)(void *, void *))dlsym(layer, "AndroidGLESLayer_Initialize");
    find_layer = (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    initialize(layer, (void *)get_next);
    signal(SIGALRM, hangs);
    struct order whole = {-1, 3};
    alarm(60);
    run(&whole); // finds all functions
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    for (int step = 0; step < STEPS; step++)
        for (int frames = 0; frames < 6; frames += 5) {
            struct order o = {step, frames};
            pthread_t thread;
            void *result;
            alarm(60);
            if (pthread_create(&thread, NULL, run, &o) != 0) return 2;
            pthread_join(thread, &result);
            if (result != PTHREAD_CANCELED) calls += (intptr_t)result;
            if (pthread_create(&thread, NULL, run, &whole) != 0) return 2; // waits if a lock is held
            pthread_join(thread, &result);
        }
    printf("%d functions, %ld calls of the layer itself\n", used, (long)calls);
    return failed;
}
