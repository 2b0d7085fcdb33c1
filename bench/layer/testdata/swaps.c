// Draws two frames over Mesa, each with other objects.

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <stdio.h>

int main(void) {
    EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    EGLConfig config;
    EGLint n = 0;
    GLuint textures[2], buffers[2];
    eglInitialize(dpy, NULL, NULL);
    eglChooseConfig(dpy, (const EGLint[]){EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE}, &config, 1, &n);
    EGLContext ctx = eglCreateContext(
        dpy, config, EGL_NO_CONTEXT,
        (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE});
    EGLSurface surface =
        eglCreatePbufferSurface(dpy, config, (const EGLint[]){EGL_WIDTH, 256, EGL_HEIGHT, 256, EGL_NONE});
    if (!eglMakeCurrent(dpy, surface, surface, ctx))
        return fprintf(stderr, "no context of OpenGL ES 3.2\n"), 1;
    glGenTextures(2, textures);
    glGenBuffers(2, buffers);
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
        glEnable(GL_DEPTH_TEST);
        glClear(GL_COLOR_BUFFER_BIT);
        eglSwapBuffers(dpy, surface);
    }
    return 0;
}
