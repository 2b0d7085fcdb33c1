/* Calls EGL before it has a display, as programs do that query client extensions first. */
#include <EGL/egl.h>
#include <stddef.h>

int main(void) {
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    void (*clear)(void) = eglGetProcAddress("glClear");
    EGLenum api = eglQueryAPI();
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    return extensions == NULL || clear == NULL || api != EGL_OPENGL_ES_API || display == EGL_NO_DISPLAY;
}
