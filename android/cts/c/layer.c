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

/* The walk: the names that the loader asks for before the app's first call, in order. */
static char walk[64 << 10];
static size_t walked;
static unsigned asked, initialized_after, without_next;

static void add_to_walk(const char *name, const void *next) {
    size_t size = strlen(name);
    asked++;
    if (!next) without_next++;
    if (size + 1 > sizeof walk - walked) return;
    memcpy(walk + walked, name, size);
    walk[walked + size] = ' ';
    walked += size + 1;
}

/* Writes the walk to the log, once. Lines of some logs have at most 1023 bytes. */
static void say_walk(void) {
    enum { LINE = 900, HEAD = 16 };
    static int said;
    char line[LINE + HEAD];
    if (said) return;
    said = 1;
    SAY("walk of %u names, initialized after %u, %u without next", asked, initialized_after, without_next);
    for (size_t at = 0, size; at < walked; at += size) {
        for (size = walked - at < LINE ? walked - at : LINE; walk[at + size - 1] != ' ';) size--;
        memcpy(line, "walk: ", 6);
        memcpy(line + 6, walk + at, size);
        line[6 + size - 1] = 0;
        SAY("%s", line);
    }
}

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
        say_walk();                                                                                          \
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
    initialized_after = asked;
    SAY("initialized, eglGetProcAddress %s, eglFoo %s", known, unknown);
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    add_to_walk(name, next);
    for (unsigned i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        if (strcmp(hooks[i].name, name) != 0) continue;
        memcpy(hooks[i].next, &next, sizeof next);
        return hooks[i].hook;
    }
    return next;
}
