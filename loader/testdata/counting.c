/* A layer that hooks a few functions with their own types, and prints on stderr what the loader passed to it.
 * NAME is its name; WALK is how many names the loader requests while it initializes the layer. */
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef void *(*get_next_fn)(void *layer_id, const char *name);

EXPORT void AndroidGLESLayer_Initialize(void *layer_id, get_next_fn get_next);
EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next);

#define HOOKS(X)                                                                                             \
    X(EGLBoolean, eglChooseConfig,                                                                           \
      (EGLDisplay display, const EGLint *wanted, EGLConfig *configs, EGLint size, EGLint *found),            \
      (display, wanted, configs, size, found))                                                               \
    X(EGLBoolean, eglSwapBuffers, (EGLDisplay display, EGLSurface surface), (display, surface))              \
    X(void *, eglGetProcAddress, (const char *name), (name))                                                 \
    X(const GLubyte *, glGetString, (GLenum name), (name))                                                   \
    X(GLenum, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))                 \
    X(int, glUniform4f, (GLint location, GLfloat x, GLfloat y, GLfloat z, GLfloat w),                        \
      (location, x, y, z, w))                                                                                \
    X(int, glReadPixels,                                                                                     \
      (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels),           \
      (x, y, width, height, format, type, pixels))                                                           \
    X(int, glGetInteger64vEXT, (GLenum name, int64_t * value), (name, value))

static void *layer;
static get_next_fn next_of;
static int initialized, asked, strangers;
static uint64_t below = 14695981039346656037u, own = 14695981039346656037u;

#define X(result, name, parameters, arguments)                                                               \
    static result(*next_##name) parameters;                                                                  \
    static unsigned calls_##name;                                                                            \
    static result hook_##name parameters {                                                                   \
        __atomic_fetch_add(&calls_##name, 1, __ATOMIC_RELAXED);                                              \
        return next_##name arguments;                                                                        \
    }
HOOKS(X)
#undef X

static const struct {
    const char *name;
    void *hook, *next;
    unsigned *calls;
} hooks[] = {
#define X(result, name, parameters, arguments) {#name, hook_##name, &next_##name, &calls_##name},
    HOOKS(X)
#undef X
};

enum { COUNT = sizeof hooks / sizeof *hooks };

static void mix(uint64_t *hash, const char *name, void *address) {
    for (; *name; name++) *hash = (*hash ^ (unsigned char)*name) * 1099511628211u;
    *hash = (*hash ^ (uintptr_t)address) * 1099511628211u;
}

void AndroidGLESLayer_Initialize(void *layer_id, get_next_fn get_next) {
    if (++initialized > 1) return;
    layer = layer_id;
    next_of = get_next;
    fprintf(stderr, "%s eglFoo %p\n", NAME, get_next(layer_id, "eglFoo"));
}

/* A layer that is listed twice is loaded once: the second Initialize returns without effect. */
static void *choose(const char *name, void *next) {
    for (int i = 0; i < COUNT && initialized == 1; i++) {
        if (strcmp(hooks[i].name, name) != 0) continue;
        memcpy(hooks[i].next, &next, sizeof next);
        return hooks[i].hook;
    }
    return next;
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    void *result = choose(name, next);
    if (asked++ >= WALK) return result;
    strangers += next_of(layer, name) != next;
    mix(&below, name, next);
    mix(&own, name, result);
    return result;
}

__attribute__((destructor)) static void tell(void) {
    fprintf(stderr, "%s initialized %d\n%s asked %d\n%s strangers %d\n", NAME, initialized, NAME, asked, NAME,
            strangers);
    fprintf(stderr, "%s below %jx\n%s own %jx\n", NAME, (uintmax_t)below, NAME, (uintmax_t)own);
    for (int i = 0; i < COUNT; i++) fprintf(stderr, "%s %s %u\n", NAME, hooks[i].name, *hooks[i].calls);
}
