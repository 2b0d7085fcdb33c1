// The contexts of the driver. Handles are used again as soon as possible. A context that is destroyed while
// it is current exists until its thread releases it.
#include "stress.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONTEXTS = 64, SURFACE_SIZE = 64 };

_Thread_local struct context *current;
static _Thread_local EGLSurface current_surface;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct context *table[MOST_CONTEXTS];
static bool terminated;

// --- under the lock

static struct context *find(EGLContext handle) {
    uintptr_t place = (uintptr_t)handle;
    struct context *c = place > 0 && place <= MOST_CONTEXTS ? table[place - 1] : NULL;
    return c && !c->is_destroyed ? c : NULL;
}

static EGLContext handle_of(const struct context *c) {
    for (uintptr_t i = 0; i < MOST_CONTEXTS; i++)
        if (table[i] == c) return (EGLContext)(i + 1);
    return NULL;
}

static void end_context(struct context *c) {
    for (int i = 0; i < MOST_CONTEXTS; i++)
        if (table[i] == c) table[i] = NULL;
    use_program(c, 0);
    if (--c->group->contexts == 0) {
        free_programs(c->group);
        free(c->group);
    }
    free(c);
}

static void release(struct context *c) {
    if (c == NULL) return;
    c->is_current = false;
    if (c->is_destroyed) end_context(c);
}

static struct group *new_group(void) {
    struct group *g = calloc(1, sizeof *g);
    if (g == NULL) fail("no memory for", "a group");
    pthread_mutex_init(&g->lock, NULL);
    return g;
}

// --- threads

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end_thread(void *c) {
    pthread_mutex_lock(&lock);
    release(c);
    pthread_mutex_unlock(&lock);
}

static void make_key(void) {
    if (pthread_key_create(&key, end_thread) != 0) fail("failed", "pthread_key_create");
}

static void set_current(struct context *c) {
    pthread_once(&once, make_key);
    current = c;
    pthread_setspecific(key, c);
}

// --- functions

static EGLContext driver_eglCreateContext(EGLDisplay d, EGLConfig config, EGLContext share,
                                          const EGLint *list) {
    (void)d, (void)config;
    struct context *c = calloc(1, sizeof *c);
    if (c == NULL) fail("no memory for", "a context");
    pthread_mutex_lock(&lock);
    struct context *with = share ? find(share) : NULL;
    uintptr_t place = 0;
    while (place < MOST_CONTEXTS && table[place]) place++;
    if ((share && !with) || place == MOST_CONTEXTS) {
        free(c);
        pthread_mutex_unlock(&lock);
        return EGL_NO_CONTEXT;
    }
    c->version = 10 * list[1] + list[3]; // EGL_CONTEXT_MAJOR_VERSION and EGL_CONTEXT_MINOR_VERSION
    c->group = with ? with->group : new_group();
    c->group->contexts++;
    begin_state(&c->state);
    table[place] = c;
    pthread_mutex_unlock(&lock);
    return (EGLContext)(place + 1);
}

static EGLBoolean driver_eglDestroyContext(EGLDisplay d, EGLContext handle) {
    (void)d;
    pthread_mutex_lock(&lock);
    struct context *c = find(handle);
    if (c) c->is_destroyed = true;
    if (c && !c->is_current) end_context(c);
    pthread_mutex_unlock(&lock);
    return c != NULL;
}

static EGLBoolean driver_eglMakeCurrent(EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext handle) {
    (void)d, (void)read;
    pthread_mutex_lock(&lock);
    struct context *c = handle ? find(handle) : NULL, *before = current;
    bool ok = (c || !handle) && (!c || c == before || !c->is_current);
    if (ok && c) c->is_current = true;
    if (ok && c != before) release(before);
    pthread_mutex_unlock(&lock);
    if (!ok) return EGL_FALSE;
    set_current(c);
    current_surface = c ? draw : EGL_NO_SURFACE;
    return EGL_TRUE;
}

static EGLBoolean driver_eglReleaseThread(void) {
    pthread_mutex_lock(&lock);
    release(current);
    pthread_mutex_unlock(&lock);
    set_current(NULL);
    current_surface = EGL_NO_SURFACE;
    return EGL_TRUE;
}

static EGLBoolean driver_eglSwapBuffers(EGLDisplay d, EGLSurface s) {
    (void)d;
    return current && s == current_surface;
}

static EGLBoolean driver_eglTerminate(EGLDisplay d) {
    (void)d;
    pthread_mutex_lock(&lock);
    terminated = true;
    for (int i = 0; i < MOST_CONTEXTS; i++)
        if (table[i]) fail("the app has left", "a context");
    pthread_mutex_unlock(&lock);
    return EGL_TRUE;
}

static EGLContext driver_eglGetCurrentContext(void) {
    if (!current) return EGL_NO_CONTEXT;
    pthread_mutex_lock(&lock);
    EGLContext handle = handle_of(current);
    pthread_mutex_unlock(&lock);
    return handle;
}

static EGLDisplay driver_eglGetCurrentDisplay(void) {
    return current ? (EGLDisplay)1 : EGL_NO_DISPLAY;
}

static EGLSurface driver_eglGetCurrentSurface(EGLint which) {
    (void)which;
    return current_surface;
}

static EGLBoolean driver_eglQuerySurface(EGLDisplay d, EGLSurface s, EGLint name, EGLint *value) {
    (void)d;
    if (!s || (name != EGL_WIDTH && name != EGL_HEIGHT)) return EGL_FALSE;
    *value = SURFACE_SIZE;
    return EGL_TRUE;
}

static const char *driver_eglQueryString(EGLDisplay d, EGLint name) {
    (void)d, (void)name;
    return terminated ? NULL : "fake";
}

static EGLint driver_eglGetError(void) {
    return EGL_SUCCESS;
}

// The functions of gl.c.
#include "gl.h"

// --- the table

#define X(kind, result, name, parameters, arguments)                                                         \
    static result below_##name parameters {                                                                  \
        if (#name[0] == 'g' && !current) fail("a call without a context:", #name);                           \
        call_arrives(C_##name);                                                                              \
        return driver_##name arguments;                                                                      \
    }
COMMANDS(X)
#undef X

struct app app;

const struct command commands[COMMAND_COUNT] = {
#define X(kind, result, name, parameters, arguments) {#name, kind, (void *)below_##name, &app.name},
    COMMANDS(X)
#undef X
};
