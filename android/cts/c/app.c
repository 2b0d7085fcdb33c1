/* The app of Android's compatibility tests, rewritten from its documented behavior (rule 8.1): it chooses a
   config and ends; it makes no context and draws nothing. On Android it is an activity without Java, on
   other systems a program. */
#include <EGL/egl.h>
#define TAG "app"
#include "say.h"

#ifdef __ANDROID__
#include <android/native_activity.h>
#endif

static int failed(const char *what) {
    SAY("%s failed: EGL error 0x%x", what, (unsigned)eglGetError());
    return 1;
}

static int activity(void) {
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY) return failed("eglGetDisplay");
    if (!eglInitialize(display, NULL, NULL)) return failed("eglInitialize");

    /* A machine without windows has no config for them; then any will do. */
    EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8,
                       EGL_NONE};
    EGLConfig config = NULL;
    EGLint found = 0, size = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &found)) return failed("eglChooseConfig");
    wanted[1] = EGL_DONT_CARE;
    if (!found && !eglChooseConfig(display, wanted, &config, 1, &found)) return failed("eglChooseConfig");
    if (!eglGetConfigAttrib(display, config, EGL_RED_SIZE, &size)) return failed("eglGetConfigAttrib");
    if (!eglTerminate(display)) return failed("eglTerminate");

    SAY("RootlessGpuDebug activity complete");
    return 0;
}

#ifdef __ANDROID__
__attribute__((visibility("default"))) void ANativeActivity_onCreate(ANativeActivity *android, void *saved,
                                                                     size_t size) {
    (void)android, (void)saved, (void)size;
    activity();
}
#else
int main(void) {
    return activity();
}
#endif
