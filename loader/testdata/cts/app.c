/* The app of Android's compatibility tests, made anew from what is known of it (rule 8.1): it chooses a
   config and ends; it makes no context and draws nothing. */
#include <EGL/egl.h>
#include <stdio.h>

static int failed(const char *what) {
    fprintf(stderr, "app: %s failed: EGL error 0x%x\n", what, (unsigned)eglGetError());
    return 1;
}

int main(void) {
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

    fprintf(stderr, "app: RootlessGpuDebug activity complete\n");
    return 0;
}
