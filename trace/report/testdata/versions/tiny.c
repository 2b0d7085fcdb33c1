// A program with three frames, an error and a debug group, of which recorders of different versions made
// recordings.
#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>

int main(void) {
    static const EGLint config_attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                               EGL_OPENGL_ES3_BIT, EGL_NONE};
    static const EGLint surface_attributes[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    static const EGLint context_attributes[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    static const float triangle[] = {-1, -1, 1, -1, 0, 1};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, 0);
    EGLConfig config;
    EGLint count = 0;
    if (!eglInitialize(display, 0, 0) || !eglChooseConfig(display, config_attributes, &config, 1, &count) ||
        count < 1)
        return 1;
    EGLSurface surface = eglCreatePbufferSurface(display, config, surface_attributes);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_attributes);
    if (!eglMakeCurrent(display, surface, surface, context)) return 1;
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof triangle, triangle, GL_STATIC_DRAW);
    for (int frame = 0; frame < 3; frame++) {
        glClearColor(0.25f * (float)frame, 0.5f, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "frame");
        glEnable(GL_BLEND);
        glPopDebugGroup();
        eglSwapBuffers(display, surface);
    }
    glEnable(0x0DE1); // GL_TEXTURE_2D
    if (glGetError() != GL_INVALID_ENUM) return 1;
    eglTerminate(display);
    return 0;
}
