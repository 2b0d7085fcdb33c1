/* Prints the error of EGL after calls that fail, and after other calls, which make the modules of a layer
 * work.
 *
 *     app [LAYER.so]
 *
 * A layer in the arguments is loaded by the program itself, when contexts are current and have errors. */
#define _GNU_SOURCE
#include "../app.h"

#include <GLES3/gl32.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// clang-format off
#define FUNCTIONS(X)                                                                                         \
    X(eglCreateContext) X(eglDestroyContext) X(eglGetCurrentContext) X(eglGetError) X(eglMakeCurrent)         \
    X(eglQueryContext) X(eglQueryString) X(eglQuerySurface) X(eglSwapBuffers) X(eglReleaseThread)             \
    X(glAttachShader) X(glBindBuffer) X(glBindFramebuffer) X(glBindTexture) X(glBufferData)                   \
    X(glCheckFramebufferStatus) X(glClear) X(glCompileShader) X(glCreateProgram) X(glCreateShader)            \
    X(glDeleteProgram) X(glDeleteShader) X(glDeleteTextures) X(glDrawArrays) X(glEnable) X(glFinish)          \
    X(glGenBuffers) X(glGenTextures) X(glGetError) X(glGetIntegerv) X(glGetString) X(glGetStringi)            \
    X(glLinkProgram) X(glReadPixels) X(glShaderSource) X(glTexImage2D) X(glUseProgram) X(glViewport)
// clang-format on

#define DECLARE(name) static __typeof__(name) *f_##name = name;
FUNCTIONS(DECLARE)

static struct app a;
static EGLConfig config;

/* --- the layer of the arguments */

static void *get_next(void *id, const char *name) {
    (void)id;
    return dlsym(RTLD_DEFAULT, name); /* eglGetProcAddress would replace the error */
}

static void load(const char *path) {
    void *layer = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (layer == NULL) exit(3);
    ((void (*)(void *, void *(*)(void *, const char *)))dlsym(layer, "AndroidGLESLayer_Initialize"))(
        &a, get_next);
    void *(*get)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
#define REPLACE(name) f_##name = (__typeof__(name) *)get(#name, (void *)name);
    FUNCTIONS(REPLACE)
}

/* --- calls that fail, each with an error of its own */

enum { FAILURES = 6 };

static void fail(int which) {
    EGLint value;
    switch (which) {
    case 0:
        f_eglQueryString(a.display, 0x1234);
        break;
    case 1:
        f_eglQuerySurface(a.display, a.surface, 0x1234, &value);
        break;
    case 2:
        f_eglQueryContext(a.display, EGL_NO_CONTEXT, EGL_CONFIG_ID, &value);
        break;
    case 3:
        f_eglMakeCurrent(a.display, a.surface, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        break;
    case 4:
        f_eglDestroyContext(a.display, EGL_NO_CONTEXT);
        break;
    default:
        f_eglCreateContext(a.display, config, EGL_NO_CONTEXT, (const EGLint[]){0x1234, 1, EGL_NONE});
    }
}

/* --- calls of OpenGL ES */

static const char *const vertex = "void main() { gl_Position = vec4(0.0); }";
static const char *const fragment = "void main() { gl_FragColor = vec4(1.0); }";

static GLuint compile(GLenum type, const char *source) {
    GLuint shader = f_glCreateShader(type);
    f_glShaderSource(shader, 1, &source, NULL);
    f_glCompileShader(shader);
    return shader;
}

static void draw(void) {
    GLuint program = f_glCreateProgram(),
           shaders[] = {compile(GL_VERTEX_SHADER, vertex), compile(GL_FRAGMENT_SHADER, fragment)};
    for (int i = 0; i < 2; i++) f_glAttachShader(program, shaders[i]), f_glDeleteShader(shaders[i]);
    f_glLinkProgram(program);
    f_glUseProgram(program);
    f_glViewport(0, 0, 8, 8);
    f_glClear(GL_COLOR_BUFFER_BIT);
    f_glDrawArrays(GL_TRIANGLES, 0, 3);
    f_glUseProgram(0);
    f_glDeleteProgram(program);
}

static void create(void) {
    GLuint texture, buffer;
    f_glGenTextures(1, &texture);
    f_glBindTexture(GL_TEXTURE_2D, texture);
    f_glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    f_glDeleteTextures(1, &texture);
    f_glGenBuffers(1, &buffer);
    f_glBindBuffer(GL_ARRAY_BUFFER, buffer);
    f_glBufferData(GL_ARRAY_BUFFER, 100, NULL, GL_STATIC_DRAW);
}

static void query(void) {
    GLint value;
    char pixel[4];
    f_glGetString(GL_EXTENSIONS);
    f_glGetStringi(GL_EXTENSIONS, 0);
    f_glGetIntegerv(GL_NUM_EXTENSIONS, &value);
    f_glGetIntegerv(GL_MAX_TEXTURE_SIZE, &value);
    f_glBindFramebuffer(GL_FRAMEBUFFER, 0);
    f_glCheckFramebufferStatus(GL_FRAMEBUFFER);
    f_glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
}

static void make_errors(void) {
    f_glEnable(0x1234);
    f_glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, -1, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    printf("GL errors %#x", f_glGetError());
    printf(" %#x\n", f_glGetError());
}

static void swap(void) {
    f_eglSwapBuffers(a.display, a.surface);
}

static void swap_nothing(void) {
    f_eglSwapBuffers(a.display, EGL_NO_SURFACE);
}

static void find_context(void) {
    f_eglGetCurrentContext();
}

static void do_nothing(void) {}

static const struct {
    const char *name;
    void (*run)(void);
} works[] = {{"nothing", do_nothing},
             {"draw", draw},
             {"create", create},
             {"query", query},
             {"errors", make_errors},
             {"swap", swap},
             {"swap nothing", swap_nothing},
             {"query", query},
             {"draw", draw},
             {"eglGetCurrentContext", find_context},
             {"finish", glFinish},
             {"swap", swap}};

static void print_error(const char *when) {
    printf("%s: %#x", when, f_eglGetError());
    printf(" %#x\n", f_eglGetError());
}

static void run_all(const char *where) {
    printf("%s\n", where);
    print_error("first");
    for (int failure = 0; failure < FAILURES; failure++)
        for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
            fail(failure);
            works[i].run();
            print_error(works[i].name);
        }
}

/* --- threads */

static void *run_without_context(void *unused) {
    (void)unused;
    fail(1);
    printf("without a context: GL error %#x\n", f_glGetError());
    print_error("glGetError");
    fail(1);
    print_error("nothing");
    return NULL;
}

static pthread_barrier_t barrier;

static void *run_with_context(void *path) {
    EGLContext context = f_eglCreateContext(a.display, config, EGL_NO_CONTEXT,
                                            (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE});
    if (!f_eglMakeCurrent(a.display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) exit(4);
    fail(1);
    pthread_barrier_wait(&barrier); // then the main thread loads the layer
    pthread_barrier_wait(&barrier);
    draw();
    print_error("draw of another thread");
    fail(2);
    f_eglMakeCurrent(a.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    print_error("without a context");
    fail(2);
    f_eglReleaseThread();
    print_error("released");
    return path;
}

int main(int argc, char **argv) {
    pthread_t thread;
    EGLint id, n;
    a = start_app(31, 64);
    eglQueryContext(a.display, a.context, EGL_CONFIG_ID, &id);
    eglChooseConfig(a.display, (const EGLint[]){EGL_CONFIG_ID, id, EGL_NONE}, &config, 1, &n);
    pthread_barrier_init(&barrier, NULL, 2);
    if (pthread_create(&thread, NULL, run_with_context, NULL) != 0) return 1;
    pthread_barrier_wait(&barrier);
    fail(0);
    if (argc > 1) load(argv[1]);
    create();
    print_error("loaded");
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    run_all("main");
    if (pthread_create(&thread, NULL, run_without_context, NULL) != 0) return 1;
    pthread_join(thread, NULL);
    for (int i = 0; i < 130; i++) swap();
    run_all("after frames");
    fail(0);
    f_eglMakeCurrent(a.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    print_error("end");
    return 0;
}
