/* Swaps once in a context of OpenGL, not of OpenGL ES. */
#include <EGL/egl.h>

int main(void) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                    EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    EGLint found = 0;
    if (!eglInitialize(display, 0, 0) || !eglChooseConfig(display, wanted, &config, 1, &found) || found == 0)
        return 1;
    eglBindAPI(EGL_OPENGL_API);
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, 0);
    return !eglMakeCurrent(display, surface, surface, context) || !eglSwapBuffers(display, surface);
}
