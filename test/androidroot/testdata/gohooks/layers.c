// The commands for layers, over Android's own EGL loader. A thread makes a context current at its first call.
// Commands that the desktop's program does not have are in extra.c.

#include "host.h"

#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static EGLDisplay display;
static EGLConfig config;
static __thread int has_context;
static int (*work)(int value);
static atomic_long worked;

static void *need(void *found) {
    if (found == NULL) {
        printf("%s\n", dlerror());
        _exit(1);
    }
    return found;
}

static void *open_library(const char *path) {
    return need(dlopen(path, RTLD_NOW | RTLD_LOCAL));
}

// Returns a variable of the layer below.c.
static void *below(const char *name) {
    return need(dlsym(open_library("/data/local/debug/gles/libbelow.so"), name));
}

void open_layer(char **args) {
    open_library(args[0]);
}

void open_inside(char **args) {
    setenv("OPEN_INSIDE", args[1], 1);
    open_library(args[0]);
}

void load(char **args) {
    *(void **)&work = need(dlsym(open_library(args[0]), "Work"));
}

static void make_current(void) {
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    if (has_context) return;
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    has_context = 1;
    if (!eglMakeCurrent(display, surface, surface, context)) printf("no context: %x\n", eglGetError());
}

void initialize(char **args) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    EGLint count;
    (void)args;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &count))
        printf("no EGL: %x\n", eglGetError());
    make_current();
}

void call_go(char **args) {
    make_current();
    glClear((GLbitfield)atoi(args[0]));
}

void call_c(char **args) {
    make_current();
    glClearStencil(atoi(args[0]));
}

void call_foreign(char **args) {
    int value = atoi(args[0]);
    if (work(value) == value) atomic_fetch_add(&worked, 1);
}

void print_counts(char **args) {
    const atomic_long *clears = below("clears"), *stencils = below("stencils");
    (void)args;
    printf("driver %ld and %ld, foreign %ld\n", atomic_load(clears), atomic_load(stencils),
           atomic_load(&worked));
}

void break_driver(char **args) {
    int (**before_clear)(void) = below("before_clear");
    (void)args;
    *before_clear = nowhere;
}

static int work_once(void) {
    return work(0);
}

void call_back(char **args) {
    int (**before_clear)(void) = below("before_clear");
    (void)args;
    *before_clear = work_once;
}
