/* Functions that Android's loader implements itself, where they differ from the driver's. Each has the
 * driver's signature and is the lowest function of its chain. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "platform.h"

void own_set_error(int32_t error) {
    thread_self()->error = error;
    thread_meet();
}

/* Returns the driver's error first, else the loader's own. */
int32_t own_clear_error(void) {
    struct thread *thread = thread_self();
    EGLint (*get)(void) = DRIVER(EGLint(*)(void), NAME_eglGetError);
    EGLint error = get ? get() : EGL_SUCCESS;
    if (error == EGL_SUCCESS) error = thread->error;
    thread->error = EGL_SUCCESS;
    return error;
}

/* For functions that the driver lacks: Android implements the platform list itself, and returns an error. */
static void *lacking(void) {
    own_set_error(EGL_BAD_DISPLAY);
    return NULL;
}

static EGLint own_eglGetError(void) {
    return own_clear_error();
}

static void *own_eglGetProcAddress(const char *name) {
    return public_functions.get_proc_address(name);
}

/* --- contexts */

static bool is_desktop(void) {
    EGLenum (*query)(void) = DRIVER(EGLenum(*)(void), NAME_eglQueryAPI);
    EGLenum api = query ? query() : EGL_OPENGL_ES_API;
    return api != EGL_OPENGL_ES_API && api != EGL_NONE;
}

/* Reports whether a display is initialized. If it is not, this sets the driver's error, as any function of
 * EGL would. The query of the version also works without a display, which is not initialized. */
static bool is_initialized(EGLDisplay display) {
    typedef const char *(*query)(EGLDisplay, EGLint);
    return display && DRIVER(query, NAME_eglQueryString)(display, EGL_VERSION);
}

/* Rule 11: returns the list without telemetry hints, in room, which belongs to this thread; or the list
 * itself. */
static const EGLint *without_telemetry(const EGLint *list, EGLint *room, int size) {
    int n = 0;
    if (config.release->drops_telemetry == BROKEN("11.telemetry")) return list;
    for (const EGLint *at = list; at && *at != EGL_NONE; at += 2) {
        if (at[0] == EGL_TELEMETRY_HINT_ANDROID) continue;
        if (n + 3 > size) return list;
        room[n++] = at[0];
        room[n++] = at[1];
    }
    room[n] = EGL_NONE;
    return list ? room : NULL;
}

static EGLContext own_eglCreateContext(EGLDisplay display, EGLConfig chosen, EGLContext share,
                                       const EGLint *list) {
    EGLint room[64];
    typedef EGLContext (*create)(EGLDisplay, EGLConfig, EGLContext, const EGLint *);
    if (is_initialized(display) || BROKEN("11.telemetry.display")) /* otherwise the list is not read */
        list = without_telemetry(list, room, 64);
    EGLContext context = DRIVER(create, NAME_eglCreateContext)(display, chosen, share, list);
    if (context) context_created(context, list, is_desktop());
    return context;
}

static EGLBoolean own_eglDestroyContext(EGLDisplay display, EGLContext context) {
    typedef EGLBoolean (*destroy)(EGLDisplay, EGLContext);
    EGLBoolean done = DRIVER(destroy, NAME_eglDestroyContext)(display, context);
    if (done) context_destroyed(context);
    return done;
}

static EGLBoolean own_eglMakeCurrent(EGLDisplay display, EGLSurface draw, EGLSurface read,
                                     EGLContext context) {
    typedef EGLBoolean (*make)(EGLDisplay, EGLSurface, EGLSurface, EGLContext);
    bool none = !context && !draw && !read && display && !thread_self()->context;
    if (none && thread_self()->error == EGL_SUCCESS && !BROKEN("4.6.nothing")) return 1; /* nothing to do */
    EGLBoolean done = DRIVER(make, NAME_eglMakeCurrent)(display, draw, read, context);
    if (done) context_current(context);
    thread_meet();
    return done;
}

/* GL calls still go through the table of the last context (rule 4.6). */
static EGLBoolean own_eglReleaseThread(void) {
    EGLBoolean (*release)(void) = DRIVER(EGLBoolean(*)(void), NAME_eglReleaseThread);
    EGLBoolean done = release();
    if (BROKEN("4.6.release")) context_current(NULL);
    thread_self()->context = NULL;
    thread_self()->error = EGL_SUCCESS;
    thread_forget();
    return done;
}

/* --- surfaces */

static EGLSurface own_eglCreatePlatformWindowSurface(EGLDisplay display, EGLConfig chosen, void *window,
                                                     const EGLAttrib *list) {
    typedef EGLSurface (*create)(EGLDisplay, EGLConfig, void *, const EGLAttrib *);
    typedef EGLSurface (*create_ext)(EGLDisplay, EGLConfig, void *, const EGLint *);
    typedef const char *(*query)(EGLDisplay, EGLint);
    const char *version = DRIVER(query, NAME_eglQueryString)(display, EGL_VERSION);
    bool old = version && version[0] == '1' && version[2] < '5';
    void *ext = BROKEN("6.12.ext") ? driver_function[NAME_eglCreatePlatformWindowSurfaceEXT]
                                   : atomic_load(&egl_top[NAME_eglCreatePlatformWindowSurfaceEXT]);
    if (!old || !ext)
        return DRIVER(create, NAME_eglCreatePlatformWindowSurface)(display, chosen, window, list);
    EGLint room[64], n = 0;
    for (; list && list[n] != EGL_NONE && n < 62; n++) room[n] = (EGLint)list[n];
    room[n] = EGL_NONE;
    return ((create_ext)ext)(display, chosen, window, list ? room : NULL);
}

/* Rule 6.11: both swap functions are the same below the layers. */
static EGLBoolean own_eglSwapBuffers(EGLDisplay display, EGLSurface surface) {
    typedef EGLBoolean (*swap)(EGLDisplay, EGLSurface);
    if (BROKEN("6.11")) {
        typedef EGLBoolean (*with)(EGLDisplay, EGLSurface, const EGLint *, EGLint);
        void *top = atomic_load(&gleslayergen_platform[NAME_eglSwapBuffersWithDamageKHR]);
        return ((with)top)(display, surface, NULL, 0);
    }
    if (BROKEN("4.9.below")) own_clear_error();
    swap_before(handle_wrap(DISPLAY, display));
    return DRIVER(swap, NAME_eglSwapBuffers)(display, surface);
}

static EGLBoolean own_eglSwapBuffersWithDamageKHR(EGLDisplay display, EGLSurface surface, const EGLint *rects,
                                                  EGLint n) {
    typedef EGLBoolean (*swap)(EGLDisplay, EGLSurface);
    typedef EGLBoolean (*with)(EGLDisplay, EGLSurface, const EGLint *, EGLint);
    if (surface && (n < 0 || (n > 0 && !rects)) && !BROKEN("6.11.rects"))
        return own_set_error(EGL_BAD_PARAMETER), 0;
    swap_before(handle_wrap(DISPLAY, display));
    if (n > 0 && driver_function[NAME_eglSwapBuffersWithDamageKHR])
        return DRIVER(with, NAME_eglSwapBuffersWithDamageKHR)(display, surface, rects, n);
    return DRIVER(swap, NAME_eglSwapBuffers)(display, surface);
}

/* Rule 6.11: this function calls the other one below the layers, too. A broken rule calls it above them. */
static EGLDisplay own_eglGetDisplay(EGLNativeDisplayType native) {
    typedef EGLDisplay (*get)(EGLNativeDisplayType);
    typedef EGLDisplay (*get_platform)(EGLenum, void *, const EGLAttrib *);
    void *top = atomic_load(&gleslayergen_platform[NAME_eglGetPlatformDisplay]);
    if (BROKEN("6.11")) ((get_platform)top)(0, native, NULL);
    return DRIVER(get, NAME_eglGetDisplay)(native);
}

/* --- the table */

static void *own_function(int index) {
    switch (index) {
    case NAME_eglGetError:
        return own_eglGetError;
    case NAME_eglGetProcAddress:
        return own_eglGetProcAddress;
    case NAME_eglGetDisplay:
        return own_eglGetDisplay;
    case NAME_eglQueryString:
        return own_eglQueryString;
    case NAME_eglCreateContext:
        return own_eglCreateContext;
    case NAME_eglDestroyContext:
        return own_eglDestroyContext;
    case NAME_eglMakeCurrent:
        return own_eglMakeCurrent;
    case NAME_eglReleaseThread:
        return own_eglReleaseThread;
    case NAME_eglCreatePlatformWindowSurface:
        return own_eglCreatePlatformWindowSurface;
    case NAME_eglSwapBuffers:
        return own_eglSwapBuffers;
    case NAME_eglSwapBuffersWithDamageKHR:
        return own_eglSwapBuffersWithDamageKHR;
    case NAME_glGetString:
        return own_glGetString;
    case NAME_glGetStringi:
        return own_glGetStringi;
    case NAME_glGetBooleanv:
        return own_glGetBooleanv;
    case NAME_glGetFloatv:
        return own_glGetFloatv;
    case NAME_glGetInteger64v:
        return own_glGetInteger64v;
    case NAME_glGetIntegerv:
        return own_glGetIntegerv;
    default:
        return NULL;
    }
}

/* Without strict, the strings are the driver's own, and GL calls take the shortest path. */
static bool is_own(int index) {
    return index < PLATFORM_GL || config.strict;
}

void own_fill(void **bottom) {
    for (int i = 0; i < PLATFORM; i++) {
        bool there = driver_function[i] || i == NAME_eglGetError || i == NAME_eglGetProcAddress ||
                     i == NAME_eglQueryString;
        bottom[i] = there && is_own(i) ? own_function(i) : NULL;
        if (!bottom[i] && i < PLATFORM_GL) bottom[i] = driver_function[i];
        if (!bottom[i] && i >= PLATFORM_GL) bottom[i] = loader_platform_gl[i - PLATFORM_GL];
        if (!bottom[i] && !BROKEN("2.3")) bottom[i] = (void *)lacking;
    }
    handles_fill(bottom);
}
