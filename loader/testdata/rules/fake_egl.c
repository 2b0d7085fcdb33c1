/* An EGL driver without graphics. Besides those in fake.h, it reads these environment variables:
 *
 *     FAKE_EGL          its version (1.5)
 *     FAKE_EXTENSIONS   its extensions
 *     FAKE_KNOWS        names that eglGetProcAddress knows; all glTest* share one function */
#include "fake.h"

static _Thread_local int32_t error = 0x3000;
static _Thread_local intptr_t context, surface;
static _Thread_local int32_t api = 0x30a0;

static void fake_fails(void) {
    error = BAD_PARAMETER;
}

/* An error is pending until eglGetError returns it. */
static int32_t take_error(void) {
    int32_t taken = error;
    error = 0x3000;
    return taken;
}

static intptr_t initialize(intptr_t major, intptr_t minor) {
    const char *version = setting("FAKE_EGL", "1.5");
    return put(major, version[0] - '0') && put(minor, version[2] - '0');
}

static intptr_t choose(intptr_t configs, intptr_t size, intptr_t found) {
    if (configs && (int32_t)size > 0) *(intptr_t *)configs = 0xcf;
    return put(found, 1);
}

static intptr_t make_current(intptr_t draw, intptr_t next) {
    surface = draw;
    context = next;
    return 1;
}

/* Each context has a different number. The transcript includes its attributes. */
static intptr_t create_context(const int32_t *attributes) {
    static _Atomic(intptr_t) made = 0xc0;
    for (; attributes && attributes[0] != 0x3038; attributes += 2)
        if (place_in(getenv("FAKE_SAY"), "attributes") >= 0)
            say("driver attribute %#x %d", (unsigned)attributes[0], attributes[1]);
    return ++made;
}

static const char *query_string(int32_t name) {
    if (name == 0x3054) return setting("FAKE_EGL", "1.5");
    if (name == 0x3055) return setting("FAKE_EXTENSIONS", "");
    return "fake";
}

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

static intptr_t known(int place) {
    char names[1024], *rest = NULL;
    snprintf(names, sizeof names, "%s", setting("FAKE_KNOWS", ""));
    char *name = strtok_r(names, ",", &rest);
    while (name && place--) name = strtok_r(NULL, ",", &rest);
    say("driver %s", name ? name : "?");
    return 0x70;
}

#define X(i)                                                                                                 \
    static intptr_t known##i(void) {                                                                         \
        return known(i);                                                                                     \
    }
EACH(X)
#undef X

static intptr_t (*const known_functions[])(void) = {
#define X(i) known##i,
    EACH(X)
#undef X
};

static intptr_t query(const char *name) {
    if (place_in(getenv("FAKE_ASKED"), name) >= 0) say("driver is asked for %s", name);
    int place = place_in(getenv("FAKE_KNOWS"), name);
    return place >= 0 && place < 16 ? (intptr_t)known_functions[place] : 0;
}

FUNCTION(eglGetError, 0, take_error())
FUNCTION(eglGetDisplay, 1, 0xd1)
FUNCTION(eglGetPlatformDisplay, 3, 0xd2)
FUNCTION(eglInitialize, 1, initialize(b, c))
FUNCTION(eglTerminate, 1, 1)
FUNCTION(eglBindAPI, 1, (api = (int32_t)a, 1))
FUNCTION(eglQueryAPI, 0, api)
FUNCTION(eglQueryString, 2, query_string((int32_t)b))
FUNCTION(eglGetConfigs, 1, choose(b, c, d))
FUNCTION(eglChooseConfig, 1, choose(c, d, e))
FUNCTION(eglGetConfigAttrib, 3, put(d, 4))
FUNCTION(eglCreateWindowSurface, 3, 0x51)
FUNCTION(eglCreatePbufferSurface, 2, 0x52)
FUNCTION(eglCreatePlatformWindowSurface, 3, 0x53)
FUNCTION(eglDestroySurface, 2, 1)
FUNCTION(eglQuerySurface, 3, put(d, 4))
FUNCTION(eglSurfaceAttrib, 4, 1)
FUNCTION(eglSwapInterval, 2, 1)
FUNCTION(eglSwapBuffers, 2, 1)
FUNCTION(eglCreateContext, 3, create_context((const int32_t *)d))
FUNCTION(eglDestroyContext, 2, 1)
FUNCTION(eglMakeCurrent, 4, make_current(b, d))
FUNCTION(eglQueryContext, 3, put(d, 2))
FUNCTION(eglGetCurrentContext, 0, context)
FUNCTION(eglGetCurrentSurface, 1, surface)
FUNCTION(eglGetCurrentDisplay, 0, context ? 0xd1 : 0)
FUNCTION(eglReleaseThread, 0, make_current(0, 0))
FUNCTION(eglWaitGL, 0, 1)
FUNCTION(eglWaitClient, 0, 1)
FUNCTION(eglCreateSync, 2, 0x5c)
FUNCTION(eglDestroySync, 2, 1)
FUNCTION(eglClientWaitSync, 2, 0x30f6)
FUNCTION(eglCreateSyncKHR, 2, 0x5d)
FUNCTION(eglDestroySyncKHR, 2, 1)
FUNCTION(eglClientWaitSyncKHR, 2, 0x30f6)
FUNCTION(eglSwapBuffersWithDamageKHR, 2, 1)
FUNCTION(eglCreatePlatformWindowSurfaceEXT, 3, 0x54)
FUNCTION(eglGetProcAddress, 0, query((const char *)a))
