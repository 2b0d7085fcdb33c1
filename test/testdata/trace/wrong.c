/* A program that causes a GL error and queries it: glGetError must return it under any tool. */
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <stddef.h>

int main(void) {
    static const EGLint size[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE},
                        version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE},
                        wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_ES3_BIT, EGL_NONE};
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    EGLint found = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &found) ||
        found == 0)
        return 3;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context)) return 4;
    glEnable(GL_TRIANGLES);
    int kept = glGetError() == GL_INVALID_ENUM;
    eglSwapBuffers(display, surface);
    return !kept;
}
