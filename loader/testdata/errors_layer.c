/* A layer with a planted fault that FAULT names: its hooks raise GL errors. */
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef void *(*get_next_fn)(void *layer_id, const char *name);

EXPORT void AndroidGLESLayer_Initialize(void *layer_id, get_next_fn get_next);
EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next);

static void (*bind_texture)(GLenum, GLuint);
static void (*enable)(GLenum);
static GLenum (*get_error)(void);
static void (*next_clear)(GLbitfield);
static void (*next_viewport)(GLint, GLint, GLsizei, GLsizei);
static EGLBoolean (*next_swap)(EGLDisplay, EGLSurface);

static int fault_is(const char *name) {
    const char *fault = getenv("FAULT");
    return fault && strcmp(fault, name) == 0;
}

static void hook_clear(GLbitfield mask) {
    if (fault_is("own") || fault_is("handled")) bind_texture(0xBAD, 0);
    if (fault_is("handled")) get_error();
    next_clear(mask);
    if (fault_is("twice")) next_clear(0xBAD);
}

static void hook_viewport(GLint x, GLint y, GLsizei width, GLsizei height) {
    next_viewport(x, y, fault_is("changed") ? -1 : width, height);
}

static EGLBoolean hook_swap(EGLDisplay display, EGLSurface surface) {
    if (fault_is("swap")) enable(0xBAD);
    return next_swap(display, surface);
}

void AndroidGLESLayer_Initialize(void *layer_id, get_next_fn get_next) {
    void *at = get_next(layer_id, "glBindTexture");
    memcpy(&bind_texture, &at, sizeof at);
    at = get_next(layer_id, "glEnable");
    memcpy(&enable, &at, sizeof at);
    at = get_next(layer_id, "glGetError");
    memcpy(&get_error, &at, sizeof at);
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    if (strcmp(name, "glClear") == 0) return memcpy(&next_clear, &next, sizeof next), (void *)hook_clear;
    if (strcmp(name, "glViewport") == 0)
        return memcpy(&next_viewport, &next, sizeof next), (void *)hook_viewport;
    if (strcmp(name, "eglSwapBuffers") == 0) return memcpy(&next_swap, &next, sizeof next), (void *)hook_swap;
    return next;
}
