/* The app's part: threads that draw small frames, and look at what they drew. */
#include "stress.h"

#include <string.h>

enum { SIZE = 32, FRAMES_A_LIFE = 150, FRAMES_A_PROGRAM = 30 };

static EGLDisplay display;
static EGLConfig config;

void draw_open(void) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_ES2_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_ALPHA_SIZE,
                             8,
                             EGL_NONE};
    EGLint found = 0;
    display = CALL(eglGetDisplay)(EGL_DEFAULT_DISPLAY);
    if (!CALL(eglInitialize)(display, NULL, NULL)) fail("failed", "eglInitialize");
    chain_keep(); /* by now Mesa has loaded what it draws with */
    if (!CALL(eglChooseConfig)(display, wanted, &config, 1, &found) || found != 1)
        fail("failed", "eglChooseConfig");
}

void draw_close(void) {
    if (!CALL(eglTerminate)(display)) fail("failed", "eglTerminate");
}

struct target {
    EGLSurface surface;
    EGLContext context;
};

static struct target open_target(void) {
    const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    struct target t;
    CALL(eglBindAPI)(EGL_OPENGL_ES_API);
    t.surface = CALL(eglCreatePbufferSurface)(display, config, size);
    t.context = CALL(eglCreateContext)(display, config, EGL_NO_CONTEXT, version);
    if (!CALL(eglMakeCurrent)(display, t.surface, t.surface, t.context)) fail("failed", "eglMakeCurrent");
    return t;
}

static void close_target(struct target t) {
    CALL(eglMakeCurrent)(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    CALL(eglDestroyContext)(display, t.context);
    CALL(eglDestroySurface)(display, t.surface);
    CALL(eglReleaseThread)();
}

static void attach(GLuint program, GLenum stage, const char *first, const char *second) {
    const char *text[] = {first, second};
    const GLint lengths[] = {(GLint)strlen(first), -1};
    GLuint shader = CALL(glCreateShader)(stage);
    CALL(glShaderSource)(shader, 2, text, lengths);
    CALL(glCompileShader)(shader);
    CALL(glAttachShader)(program, shader);
    CALL(glDeleteShader)(shader);
}

static GLuint make_program(void) {
    GLuint program = CALL(glCreateProgram)();
    GLint linked = 0;
    attach(program, GL_VERTEX_SHADER, "attribute vec2 at;\n",
           "void main() { gl_Position = vec4(at, 0.0, 1.0); }\n");
    attach(program, GL_FRAGMENT_SHADER, "precision mediump float;\nuniform vec4 color;\n",
           "void main() { gl_FragColor = color; }\n");
    CALL(glBindAttribLocation)(program, 0, "at");
    CALL(glLinkProgram)(program);
    CALL(glGetProgramiv)(program, GL_LINK_STATUS, &linked);
    if (!linked) fail("failed", "glLinkProgram");
    CALL(glUseProgram)(program);
    return program;
}

static void want_pixels(const GLubyte *color, const char *of) {
    GLubyte pixels[2 * 2 * 4] = {0};
    CALL(glReadPixels)(SIZE / 2, SIZE / 2, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (int i = 0; i < 4; i++)
        if (memcmp(pixels + 4 * i, color, 4) != 0) fail("wrong pixels after", of);
}

static void draw_frame(GLuint program, GLubyte red, GLubyte green) {
    static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3}; /* one triangle over everything */
    const GLubyte before[] = {red, 0, green, 255}, after[] = {green, 255, red, 255};
    CALL(glViewport)(0, 0, SIZE, SIZE);
    CALL(glClearColor)((float)red / 255, 0, (float)green / 255, 1);
    CALL(glClear)(GL_COLOR_BUFFER_BIT);
    want_pixels(before, "glClear");
    CALL(glUniform4f)
    (CALL(glGetUniformLocation)(program, "color"), (float)green / 255, 1, (float)red / 255, 1);
    CALL(glVertexAttribPointer)(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    CALL(glEnableVertexAttribArray)(0);
    CALL(glDrawArrays)(GL_TRIANGLES, 0, 3);
    want_pixels(after, "glDrawArrays");
    if (CALL(glGetError)() != GL_NO_ERROR) fail("an error of", "GL");
}

void *draw_life(void *number) {
    struct target target = open_target();
    GLuint program = 0;
    for (int n = 0; n < FRAMES_A_LIFE && !atomic_load(&over); n++) {
        if (n % FRAMES_A_PROGRAM == 0) {
            CALL(glDeleteProgram)(program);
            program = make_program();
        }
        draw_frame(program, (GLubyte)(16 * *(int *)number), (GLubyte)n);
        if (!CALL(eglSwapBuffers)(display, target.surface)) fail("failed", "eglSwapBuffers");
        atomic_fetch_add_explicit(&frames, 1, memory_order_relaxed);
    }
    CALL(glDeleteProgram)(program);
    close_target(target);
    below_settle();
    return NULL;
}
