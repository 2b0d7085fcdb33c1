// Opens a layer over a driver of its own, and forks while other threads use the locks of the layer. Each
// child makes the same calls, and must not wait for a lock of a thread that it does not have. host LAYER
// FORKS
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static __thread void *current;
static __thread unsigned errors; // of the thread's context
static atomic_uintptr_t handles;

static void *get_current(void) {
    return current;
}
static void *get_display(void) {
    return (void *)1;
}
static void *create_context(void) {
    return (void *)(0x1000 + atomic_fetch_add(&handles, 1));
}
static unsigned succeed(void) {
    return 1;
}
static const char *text(void) {
    return "OpenGL ES 3.2";
}
static unsigned nothing(void) {
    return 0;
}

static unsigned make_current(void *display, void *draw, void *read, void *context) {
    (void)display, (void)draw, (void)read;
    current = context;
    return 1;
}

static unsigned get_error(void) {
    unsigned error = errors;
    errors = 0;
    return error;
}

static void enable(unsigned cap) {
    (void)cap;
    errors = 0x500; // GL_INVALID_ENUM
}

static void get_shaderiv(unsigned shader, unsigned name, int *value) {
    (void)shader;
    *value = name == 0x8B4F ? 0x8B31 : 4; // the type, or the size of the source
}

static void get_source(unsigned shader, int size, int *length, char *source) {
    (void)shader;
    if (length) *length = size - 1;
    memset(source, 'x', (size_t)size - 1);
}

static void get_shaders(unsigned program, int most, int *count, unsigned *shaders) {
    (void)program, (void)most;
    *count = 2;
    shaders[0] = 1, shaders[1] = 2;
}

static const struct {
    const char *name;
    void *function;
} driver[] = {
    {"eglCreateContext", create_context},
    {"eglGetCurrentContext", get_current},
    {"eglGetCurrentDisplay", get_display},
    {"eglMakeCurrent", make_current},
    {"eglQueryString", text},
    {"glEnable", enable},
    {"glGetAttachedShaders", get_shaders},
    {"glGetError", get_error},
    {"glGetShaderSource", get_source},
    {"glGetShaderiv", get_shaderiv},
    {"glGetString", text},
    {"eglDestroyContext", succeed},
    {"eglSwapBuffers", succeed},
};

static void *next(const char *name) {
    for (size_t i = 0; i < sizeof driver / sizeof *driver; i++)
        if (strcmp(driver[i].name, name) == 0) return driver[i].function;
    return nothing;
}

static void *get_next(void *layer, const char *name) {
    (void)layer;
    return next(name);
}

static struct {
    void *(*create)(void *, void *, void *, const int *);
    unsigned (*current)(void *, void *, void *, void *);
    unsigned (*destroy)(void *, void *);
    unsigned (*swap)(void *, void *);
    void (*enable)(unsigned);
    unsigned (*error)(void);
    void (*link)(unsigned);
    void (*delete)(unsigned);
} app;

// Uses each lock of the layer.
static void work(unsigned n) {
    void *display = get_display(), *surface = (void *)2, *context = app.create(display, NULL, NULL, NULL);
    app.current(display, surface, surface, context);
    for (unsigned i = 0; i < 20; i++) {
        app.enable(i);
        app.link(n % 8 + i % 4 + 1);
        app.delete(n % 8 + 1);
        app.swap(display, surface);
        app.error();
    }
    app.current(display, NULL, NULL, NULL);
    app.destroy(display, context);
}

static atomic_int stop;

static void *run(void *n) {
    while (!atomic_load(&stop)) work((unsigned)(uintptr_t)n);
    return NULL;
}

static int see_object(struct dl_phdr_info *object, size_t size, void *data) {
    (void)object, (void)size, (void)data;
    return 0;
}

// Uses the locks of the dynamic linker and of stdio, which are not those of the layer.
static void *load(void *unused) {
    (void)unused;
    while (!atomic_load(&stop)) {
        void *library = dlopen("libm.so.6", RTLD_NOW);
        dl_iterate_phdr(see_object, NULL);
        FILE *file = fopen("/dev/null", "w");
        if (file != NULL) fprintf(file, "%d", atoi("7")), fclose(file);
        if (library != NULL) dlclose(library);
    }
    return NULL;
}

// The child waits for a lock, or for the disk: its stack shows which.
static void waits(int number) {
    static const char text[] = "the child waits here:\n";
    void *stack[64];
    (void)number;
    if (write(2, text, sizeof text - 1) < 0) _exit(4);
    backtrace_symbols_fd(stack, backtrace(stack, 64), 2);
    _exit(3);
}

int main(int argc, char **argv) {
    void *layer = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (layer == NULL) return fprintf(stderr, "open the layer: %s\n", dlerror()), 2;
    void (*initialize)(void *, void *) =
        (void (*)(void *, void *))dlsym(layer, "AndroidGLESLayer_Initialize");
    void *(*find)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    initialize(layer, (void *)get_next);
    const char *names[] = {"eglCreateContext", "eglMakeCurrent", "eglDestroyContext", "eglSwapBuffers",
                           "glEnable",         "glGetError",     "glLinkProgram",     "glDeleteProgram"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ((void **)&app)[i] = find(names[i], next(names[i]));
    void *stack[2];
    backtrace(stack, 2); // its first call loads a library
    signal(SIGALRM, waits);
    pthread_t threads[4];
    for (uintptr_t i = 0; i < 3; i++) pthread_create(&threads[i], NULL, run, (void *)i);
    pthread_create(&threads[3], NULL, load, NULL);
    int failed = 0;
    for (int i = 0; i < atoi(argv[2]) && failed == 0; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20); // on a busy machine, a child that does not wait needs a part of it
            work(7);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0) failed = fprintf(stderr, "child %d ended with status %#x\n", i, (unsigned)status);
    }
    atomic_store(&stop, 1);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    return failed != 0;
}
