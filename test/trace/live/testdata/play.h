// A driver that draws nothing, but has contexts: each thread has a current one, and errors are pending until
// they are queried.
#ifndef PLAY_H
#define PLAY_H

#include "zz_generated_fakedriver.h"
#include "zz_generated_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The recorder's time, which a test can stop: then nothing times out, however busy the machine is, and delays
// end only on request.
static _Atomic(int64_t) held_at; // nanoseconds; 0: the real time

int __real_clock_gettime(clockid_t id, struct timespec *now);
int __wrap_clock_gettime(clockid_t id, struct timespec *now);

int __wrap_clock_gettime(clockid_t id, struct timespec *now) {
    int64_t at = atomic_load(&held_at);
    if (id != CLOCK_MONOTONIC || at == 0) return __real_clock_gettime(id, now);
    now->tv_sec = at / 1000000000, now->tv_nsec = at % 1000000000;
    return 0;
}

static inline void let_pass(int milliseconds) {
    atomic_fetch_add(&held_at, milliseconds * INT64_C(1000000));
}

// When the recorder's file exists, the recorder has read its clocks.
static inline void hold_time(void) {
    struct timespec now;
    while (access(getenv("GLTRACE_FILE"), F_OK) != 0) usleep(1000);
    __real_clock_gettime(CLOCK_MONOTONIC, &now);
    atomic_store(&held_at, (int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
}

static inline void release_time(void) {
    atomic_store(&held_at, 0);
}

#define D ((EGLDisplay)(uintptr_t)1)
#define S ((EGLSurface)(uintptr_t)0x55)
#define C(n) ((EGLContext)(uintptr_t)(0xc000 + (n)))

static __thread EGLContext current;
static __thread EGLSurface current_surface;
static __thread GLenum error;
static __thread EGLContext next_context; // what eglCreateContext gives

static EGLDisplay get_display(EGLNativeDisplayType native) {
    return (void)native, D;
}
static EGLBoolean initialize(EGLDisplay d, EGLint *major, EGLint *minor) {
    return (void)d, (void)major, (void)minor, 1;
}
static EGLContext create(EGLDisplay d, EGLConfig c, EGLContext share, const EGLint *list) {
    return (void)d, (void)c, (void)share, (void)list, next_context;
}
static EGLBoolean yes(EGLDisplay d, EGLContext c) {
    return (void)d, (void)c, 1;
}
// A display stays until all its users have terminated it.
static atomic_int held;
static EGLBoolean terminate(EGLDisplay d) {
    if (atomic_load(&held) > 0) atomic_fetch_sub(&held, 1);
    return (void)d, 1;
}
static const char *query_string(EGLDisplay d, EGLint name) {
    return (void)d, (void)name, atomic_load(&held) > 0 ? "a test" : NULL;
}
static EGLBoolean release(void) {
    return current = NULL, 1;
}
static EGLContext get_current(void) {
    return current;
}
static EGLSurface get_surface(EGLint which) {
    return (void)which, current ? current_surface : NULL;
}
static EGLDisplay get_current_display(void) {
    return current ? D : NULL;
}

static EGLBoolean make_current(EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext c) {
    (void)d, (void)read;
    if (c == C(0)) return 0; // invalid: the current context stays
    current = c, current_surface = draw;
    return 1;
}

// A swap takes three milliseconds.
static EGLBoolean swap(EGLDisplay d, EGLSurface s) {
    struct timespec time = {.tv_nsec = 3000000};
    nanosleep(&time, NULL);
    return (void)d, (void)s, 1;
}
static EGLBoolean swap_damage(EGLDisplay d, EGLSurface s, const EGLint *rects, EGLint n) {
    return (void)rects, (void)n, swap(d, s);
}

static const GLubyte *get_string(GLenum name) {
    return (const GLubyte *)(name == 0x1F02 ? "OpenGL ES 3.2 of a test" : "");
}
static GLenum get_error(void) {
    GLenum e = error;
    error = 0;
    return e;
}
static void make_error(GLenum cap) {
    if (cap == 0xbad && error == 0) error = 0x0500;
}

static void play(void) {
    fake_driver.eglGetDisplay = get_display, fake_driver.eglInitialize = initialize,
    fake_driver.eglCreateContext = create;
    fake_driver.eglDestroyContext = yes, fake_driver.eglTerminate = terminate,
    fake_driver.eglReleaseThread = release, fake_driver.eglQueryString = query_string;
    fake_driver.eglGetCurrentContext = get_current, fake_driver.eglGetCurrentSurface = get_surface;
    fake_driver.eglGetCurrentDisplay = get_current_display, fake_driver.eglMakeCurrent = make_current;
    fake_driver.eglSwapBuffers = swap, fake_driver.eglSwapBuffersWithDamageKHR = swap_damage,
    fake_driver.eglSwapBuffersWithDamageEXT = swap_damage;
    fake_driver.glGetString = get_string, fake_driver.glGetError = get_error,
    fake_driver.glEnable = make_error;
    fake_load();
    fake_app.eglGetDisplay(0);
    fake_app.eglInitialize(D, NULL, NULL);
}

static EGLContext make(int n, EGLContext share) {
    static const EGLint list[] = {0x3098, 3, 0x3038};
    next_context = C(n);
    return fake_app.eglCreateContext(D, NULL, share, list);
}

static void on(int recording) {
    struct trace_options o = {.recording = recording};
    trace_command(&o);
}

static int hook_is_on(const char *command) {
    struct layer_stats stats;
    layer_get_stats((uint32_t)layer_find(command), &stats);
    return stats.on;
}

static void want(int right, const char *what) {
    if (right) return;
    fprintf(stderr, "not so: %s\n", what);
    exit(1);
}

#endif
