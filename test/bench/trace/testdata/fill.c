// Fills a surface of 2048 x 2048 pixels 20 times in each frame, and prints the median time of a frame in
// milliseconds.
//
//     fill FRAMES

#include <EGL/egl.h>
#include <GLES2/gl2.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDE = 2048, OVERDRAW = 20, MOST_FRAMES = 1000 };

static double milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void open_surface(EGLDisplay *display, EGLSurface *surface) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_ES2_BIT, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, SIDE, EGL_HEIGHT, SIDE, EGL_NONE};
    EGLConfig config;
    EGLint n;
    *display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(*display, NULL, NULL) || !eglChooseConfig(*display, wanted, &config, 1, &n) || n == 0)
        exit(1);
    *surface = eglCreatePbufferSurface(*display, config, size);
    EGLContext context = eglCreateContext(*display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(*display, *surface, *surface, context)) exit(1);
}

static GLuint add_shader(GLuint program, GLenum kind, const char *source) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    return shader;
}

static void use_program(void) {
    GLuint program = glCreateProgram();
    add_shader(program, GL_VERTEX_SHADER, "attribute vec4 place; void main() { gl_Position = place; }");
    add_shader(program, GL_FRAGMENT_SHADER,
               "precision mediump float; uniform vec4 color; void main() { gl_FragColor = color; }");
    glBindAttribLocation(program, 0, "place");
    glLinkProgram(program);
    glUseProgram(program);
    glUniform4f(glGetUniformLocation(program, "color"), 0.5f, 0.25f, 0.125f, 0.1f);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **arguments) {
    static const float whole[] = {-1, -1, 3, -1, -1, 3};
    static double times[MOST_FRAMES];
    int frames = count > 1 ? atoi(arguments[1]) : 0;
    if (frames < 1 || frames > MOST_FRAMES) return 2;
    EGLDisplay display;
    EGLSurface surface;
    GLuint buffer;
    open_surface(&display, &surface);
    use_program();
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof whole, whole, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    double before = milliseconds();
    for (int i = 0; i < frames; i++) {
        glClear(GL_COLOR_BUFFER_BIT);
        for (int n = 0; n < OVERDRAW; n++) glDrawArrays(GL_TRIANGLES, 0, 3);
        glFinish();
        eglSwapBuffers(display, surface);
        double now = milliseconds();
        times[i] = now - before;
        before = now;
    }
    if (glGetError() != GL_NO_ERROR) return 1;
    qsort(times, (size_t)frames, sizeof *times, compare);
    printf("%.6f\n", times[frames / 2]);
    return 0;
}
