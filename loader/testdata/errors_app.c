/* A program that draws nothing and prints what glGetError returns. With an argument it raises an error of its
 * own first. */
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <stdio.h>

int main(int count, char **arguments) {
    (void)arguments;
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    EGLint found;
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                             EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &found))
        return 3;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context)) return 4;
    if (count > 1) glEnable(0xBAD);
    glClear(GL_COLOR_BUFFER_BIT);
    glViewport(0, 0, 8, 8);
    eglSwapBuffers(display, surface);
    GLenum first = glGetError();
    printf("%#x %#x\n", first, glGetError());
    return 0;
}
