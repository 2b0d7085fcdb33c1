/* EGL, opened at run time, and its contexts. */
#include "probe.h"

#include <dlfcn.h>
#include <string.h>

#define DEFINE(result, name, params) result(*p_##name) params;
EGL_FUNCTIONS(DEFINE)
GL_FUNCTIONS(DEFINE)

static void *egl, *gles;

/* On the desktop, library names without a number may exist only with development packages. */
static void *open_any(const char *first, const char *second) {
    void *library = dlopen(first, RTLD_NOW | RTLD_LOCAL);
    return library ? library : dlopen(second, RTLD_NOW | RTLD_LOCAL);
}

void *function(const char *name) {
    void *found = egl ? dlsym(egl, name) : NULL;
    if (!found && gles) found = dlsym(gles, name);
    if (!found && p_eglGetProcAddress) found = p_eglGetProcAddress(name);
    return found;
}

/* dlsym returns a function, although ISO C does not allow this conversion. */
#define FIND(result, name, params)                                                                           \
    {                                                                                                        \
        void *found = function(#name);                                                                       \
        memcpy(&p_##name, &found, sizeof found);                                                             \
    }
#define IN_EGL(result, name, params)                                                                         \
    FIND(result, name, params) if (!p_##name) return say("why", "missing function: " #name), 0;

int open_egl(const char *library) {
    egl = library ? dlopen(library, RTLD_NOW | RTLD_LOCAL) : open_any("libEGL.so.1", "libEGL.so");
    if (!egl) return say("why", dlerror()), 0;
    if (!library) gles = open_any("libGLESv2.so.2", "libGLESv2.so");
    EGL_FUNCTIONS(IN_EGL)
    return 1;
}

int has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; at && (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return 1;
    return 0;
}

/* Without a window system, the surfaceless platform may work. */
static EGLDisplay surfaceless(void) {
    EGLDisplay (*get)(unsigned, void *, const void *) = NULL;
    void *found = function("eglGetPlatformDisplay");
    memcpy(&get, &found, sizeof found);
    if (!get || !has_word(p_eglQueryString(NULL, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless"))
        return NULL;
    return get(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
}

int open_display(EGLDisplay *display) {
    EGLint major, minor;
    *display = p_eglGetDisplay(NULL);
    if (*display && p_eglInitialize(*display, &major, &minor)) return say("display", "default"), 1;
    say_error("refused", "eglInitialize");
    *display = surfaceless();
    if (*display && p_eglInitialize(*display, &major, &minor)) return say("display", "surfaceless"), 1;
    return say("why", "cannot initialize a display"), 0;
}

/* The configs of each version of OpenGL ES. */
static EGLint renderable(int version) {
    return version == 1 ? 0x1 : version == 2 ? 0x4 : 0x40;
}

static int choose_config(EGLDisplay display, int version, EGLint surfaces, EGLConfig *config) {
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE,
                             renderable(version),
                             EGL_SURFACE_TYPE,
                             surfaces,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_ALPHA_SIZE,
                             8,
                             EGL_NONE};
    EGLint count = 0;
    return p_eglChooseConfig(display, wanted, config, 1, &count) && count > 0;
}

const char *make_context(EGLDisplay display, int version, struct context *made) {
    EGLConfig config;
    const EGLint attributes[] = {EGL_CONTEXT_CLIENT_VERSION, version, EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, SIDE, EGL_HEIGHT, SIDE, EGL_NONE};
    *made = (struct context){display, NULL, NULL};
    int bare = !choose_config(display, version, EGL_PBUFFER_BIT, &config);
    if (bare && !choose_config(display, version, 0, &config)) return "eglChooseConfig found no config";
    if (!p_eglBindAPI(EGL_OPENGL_ES_API)) return "eglBindAPI";
    if (!(made->context = p_eglCreateContext(display, config, NULL, attributes))) return "eglCreateContext";
    if (!bare && !(made->surface = p_eglCreatePbufferSurface(display, config, size))) {
        say_error("refused", "eglCreatePbufferSurface");
        drop_context(made);
        return "cannot create a surface";
    }
    if (p_eglMakeCurrent(display, made->surface, made->surface, made->context)) {
        GL_FUNCTIONS(FIND)
        return NULL;
    }
    say_error("refused", "eglMakeCurrent");
    drop_context(made);
    return "cannot make the context current";
}

void drop_context(struct context *made) {
    if (made->surface) p_eglDestroySurface(made->display, made->surface);
    if (made->context) p_eglDestroyContext(made->display, made->context);
}
