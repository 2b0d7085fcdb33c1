#include "draw.h"

#include <stddef.h>
#include <GLES2/gl2.h>
#include <android/log.h>

static const char vertex_source[] =
    "attribute vec2 at;\n"
    "uniform float turn;\n"
    "varying vec3 color;\n"
    "void main() {\n"
    "    float c = cos(turn), s = sin(turn);\n"
    "    gl_Position = vec4(c * at.x - s * at.y, s * at.x + c * at.y, 0.0, 1.0);\n"
    "    color = vec3(at * 0.5 + 0.5, 0.5);\n"
    "}\n";

static const char fragment_source[] = "precision mediump float;\n"
                                      "varying vec3 color;\n"
                                      "void main() { gl_FragColor = vec4(color, 1.0); }\n";

static bool fail(const char *what, unsigned error) {
    __android_log_print(ANDROID_LOG_ERROR, "android-app", "%s failed: 0x%04x", what, error);
    return false;
}

static bool open_window(struct picture *p, EGLNativeWindowType window) {
    static const EGLint want[] = {EGL_SURFACE_TYPE,
                                  EGL_WINDOW_BIT,
                                  EGL_RENDERABLE_TYPE,
                                  EGL_OPENGL_ES2_BIT,
                                  EGL_RED_SIZE,
                                  8,
                                  EGL_GREEN_SIZE,
                                  8,
                                  EGL_BLUE_SIZE,
                                  8,
                                  EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    p->display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(p->display, NULL, NULL)) return fail("eglInitialize", (unsigned)eglGetError());
    if (!eglChooseConfig(p->display, want, &config, 1, &count) || count == 0)
        return fail("eglChooseConfig", (unsigned)eglGetError());
    p->surface = eglCreateWindowSurface(p->display, config, window, NULL);
    if (p->surface == EGL_NO_SURFACE) return fail("eglCreateWindowSurface", (unsigned)eglGetError());
    p->context = eglCreateContext(p->display, config, EGL_NO_CONTEXT, version);
    if (p->context == EGL_NO_CONTEXT) return fail("eglCreateContext", (unsigned)eglGetError());
    if (!eglMakeCurrent(p->display, p->surface, p->surface, p->context))
        return fail("eglMakeCurrent", (unsigned)eglGetError());
    return true;
}

static void add_shader(GLuint program, GLenum kind, const char *source) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader); /* the program keeps it */
}

static bool load_triangle(struct picture *p) {
    static const GLfloat corners[] = {0.0f, 0.8f, -0.7f, -0.4f, 0.7f, -0.4f};
    GLuint program = glCreateProgram();
    GLint linked = 0;
    add_shader(program, GL_VERTEX_SHADER, vertex_source);
    add_shader(program, GL_FRAGMENT_SHADER, fragment_source);
    glBindAttribLocation(program, 0, "at");
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) return fail("glLinkProgram", glGetError());
    glUseProgram(program);
    p->turn = glGetUniformLocation(program, "turn");
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    __android_log_print(ANDROID_LOG_INFO, "android-app", "drawing with %s",
                        (const char *)glGetString(GL_RENDERER));
    return true;
}

bool picture_begin(struct picture *p, EGLNativeWindowType window) {
    *p = (struct picture){EGL_NO_DISPLAY, EGL_NO_SURFACE, EGL_NO_CONTEXT, 0};
    return open_window(p, window) && load_triangle(p);
}

bool picture_draw(struct picture *p, float turn) {
    EGLint width = 0, height = 0;
    eglQuerySurface(p->display, p->surface, EGL_WIDTH, &width);
    eglQuerySurface(p->display, p->surface, EGL_HEIGHT, &height);
    glViewport(0, 0, width, height);
    glClearColor(0.1f, 0.1f, 0.2f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glUniform1f(p->turn, turn);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    return eglSwapBuffers(p->display, p->surface) || fail("eglSwapBuffers", (unsigned)eglGetError());
}

void picture_end(struct picture *p) {
    if (p->display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(p->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (p->context != EGL_NO_CONTEXT) eglDestroyContext(p->display, p->context);
    if (p->surface != EGL_NO_SURFACE) eglDestroySurface(p->display, p->surface);
    eglTerminate(p->display);
    eglReleaseThread();
}
