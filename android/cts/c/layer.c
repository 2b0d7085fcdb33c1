/* The layer of Android's compatibility tests, rewritten from its documented behavior (rule 8.1). It gets the
   next function for each name that is queried, hooks six functions, and logs each step. LAYER is the name in
   its log lines.
   */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <string.h>

#define TAG LAYER
#include "say.h"

#define EXPORT __attribute__((visibility("default")))

typedef void *(*get_next_fn)(void *layer_id, const char *name);

EXPORT void AndroidGLESLayer_Initialize(void *layer_id, get_next_fn get_next);
EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next);

#define HOOKS(X)                                                                                             \
    X(const GLubyte *, glGetString, (GLenum name), (name))                                                   \
    X(EGLDisplay, eglGetDisplay, (EGLNativeDisplayType id), (id))                                            \
    X(EGLBoolean, eglInitialize, (EGLDisplay display, EGLint * major, EGLint * minor),                       \
      (display, major, minor))                                                                               \
    X(EGLBoolean, eglChooseConfig,                                                                           \
      (EGLDisplay display, const EGLint *wanted, EGLConfig *configs, EGLint size, EGLint *found),            \
      (display, wanted, configs, size, found))                                                               \
    X(EGLBoolean, eglSwapBuffersWithDamageKHR,                                                               \
      (EGLDisplay display, EGLSurface surface, const EGLint *rects, EGLint count),                           \
      (display, surface, rects, count))                                                                      \
    X(void *, eglGetProcAddress, (const char *name), (name))

#define X(result, name, parameters, arguments)                                                               \
    static result(*next_##name) parameters;                                                                  \
    static result hook_##name parameters {                                                                   \
        SAY("glesLayer_" #name " called in " LAYER);                                                         \
        return next_##name arguments;                                                                        \
    }
HOOKS(X)
#undef X

static const struct {
    const char *name;
    void *hook, *next;
} hooks[] = {
#define X(result, name, parameters, arguments) {#name, hook_##name, &next_##name},
    HOOKS(X)
#undef X
};

__attribute__((constructor)) static void loaded(void) {
    SAY(LAYER " loaded");
}

/* No driver has eglFoo; asking for it must do no harm. */
void AndroidGLESLayer_Initialize(void *layer_id, get_next_fn get_next) {
    const char *known = get_next(layer_id, "eglGetProcAddress") ? "there" : "missing";
    const char *unknown = get_next(layer_id, "eglFoo") ? "there" : "missing";
    SAY("initialized, eglGetProcAddress %s, eglFoo %s", known, unknown);
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    for (unsigned i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        if (strcmp(hooks[i].name, name) != 0) continue;
        memcpy(hooks[i].next, &next, sizeof next);
        return hooks[i].hook;
    }
    return next;
}
