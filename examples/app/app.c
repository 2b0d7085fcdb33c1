/* An EGL and OpenGL ES program: each thread draws a triangle off screen and checks the pixel in its center.
 */
#include "gl.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64, MAX_COUNT = 1000000, MAX_THREADS = 256 };

static const GLubyte expected[4] = {255, 128, 64, 255};

static struct {
    int frames, threads, version;
    bool ext, surfaceless;
} options = {.frames = 1, .threads = 1, .version = 3};

static EGLDisplay display;
static EGLConfig config;
static struct gl gl;
static struct extensions ext;

/* Every failure prints one line; the functions then return false. */
static bool fail(const char *function, const char *api, unsigned error) {
    fprintf(stderr, "app: %s failed: %s error 0x%04x\n", function, api, error);
    return false;
}

static bool fail_egl(const char *function) {
    return fail(function, "EGL", (unsigned)eglGetError());
}

static bool fail_gl(const char *function) {
    return fail(function, "GL", gl.GetError());
}

/* An extension string is a list of words. strstr alone would also find the beginning of a longer name. */
static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; at && (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
    return false;
}

static bool fetch(void *slot, const char *name) {
    void (*function)(void) = eglGetProcAddress(name);
    memcpy(slot, &function, sizeof function);
    if (function) return true;
    fprintf(stderr, "app: eglGetProcAddress(%s) failed: EGL error 0x%04x\n", name, (unsigned)eglGetError());
    return false;
}

static bool load_functions(void) {
#define X(name) gl.name = gl##name;
    if (!options.ext) {
        GL_FUNCTIONS(X)
        return true;
    }
#undef X
#define X(name) &&fetch(&gl.name, "gl" #name)
    return true GL_FUNCTIONS(X);
#undef X
}

static bool load_egl_extensions(void) {
    if (!options.ext || !has_word(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_fence_sync")) return true;
    return fetch(&ext.createSync, "eglCreateSyncKHR") && fetch(&ext.clientWaitSync, "eglClientWaitSyncKHR") &&
           fetch(&ext.destroySync, "eglDestroySyncKHR");
}

/* This function is newer than the tables of Android's loader, which therefore resolves it at run time. */
static PFNGLGETINTEGER64VEXTPROC find_timestamp(void) {
    PFNGLGETINTEGER64VEXTPROC function = (PFNGLGETINTEGER64VEXTPROC)eglGetProcAddress("glGetInteger64vEXT");
    return has_word((const char *)gl.GetString(GL_EXTENSIONS), "GL_EXT_disjoint_timer_query") ? function
                                                                                              : NULL;
}

static bool choose_config(EGLint surface_bit) {
    EGLint renderable = options.version == 3 ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_ES2_BIT, found = 0;
    const EGLint wanted[] = {
        EGL_SURFACE_TYPE, surface_bit, EGL_RENDERABLE_TYPE, renderable, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
        EGL_BLUE_SIZE,    8,           EGL_ALPHA_SIZE,      8,          EGL_NONE};
    return eglChooseConfig(display, wanted, &config, 1, &found) && found == 1;
}

static bool open_display(void) {
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY) return fail_egl("eglGetDisplay");
    if (!eglInitialize(display, NULL, NULL)) return fail_egl("eglInitialize");
    if (!eglBindAPI(EGL_OPENGL_ES_API)) return fail_egl("eglBindAPI");
    if (!options.surfaceless && !choose_config(EGL_PBUFFER_BIT)) options.surfaceless = true;
    if (options.surfaceless && !choose_config(0)) return fail_egl("eglChooseConfig");
    return true;
}

struct target {
    EGLContext context;
    EGLSurface surface;
};

static bool open_target(struct target *target) {
    const EGLint context[] = {EGL_CONTEXT_CLIENT_VERSION, options.version, EGL_NONE};
    const EGLint surface[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    /* The bound API is a property of the thread. */
    if (!eglBindAPI(EGL_OPENGL_ES_API)) return fail_egl("eglBindAPI");
    target->context = eglCreateContext(display, config, EGL_NO_CONTEXT, context);
    if (target->context == EGL_NO_CONTEXT) return fail_egl("eglCreateContext");
    if (!options.surfaceless) {
        target->surface = eglCreatePbufferSurface(display, config, surface);
        if (target->surface == EGL_NO_SURFACE) return fail_egl("eglCreatePbufferSurface");
    }
    if (!eglMakeCurrent(display, target->surface, target->surface, target->context))
        return fail_egl("eglMakeCurrent");
    return true;
}

/* This also runs after a failure, so each step checks whether there is something to undo. */
static void close_target(struct target *target) {
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (target->surface != EGL_NO_SURFACE) eglDestroySurface(display, target->surface);
    if (target->context != EGL_NO_CONTEXT) eglDestroyContext(display, target->context);
    eglReleaseThread();
}

/* Without a surface there is no default framebuffer; a renderbuffer replaces it. */
static bool bind_renderbuffer(void) {
    GLuint framebuffer = 0, renderbuffer = 0;
    gl.GenRenderbuffers(1, &renderbuffer);
    gl.BindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
    gl.GenFramebuffers(1, &framebuffer);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    return gl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE ||
           fail_gl("glCheckFramebufferStatus");
}

static bool attach_shader(GLuint program, GLenum stage, const char *es2, const char *es3) {
    const char *source = options.version == 3 ? es3 : es2;
    GLint compiled = GL_FALSE;
    GLuint shader = gl.CreateShader(stage);
    gl.ShaderSource(shader, 1, &source, NULL);
    gl.CompileShader(shader);
    gl.GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    gl.AttachShader(program, shader);
    gl.DeleteShader(shader); /* valid as long as the program */
    return compiled || fail_gl("glCompileShader");
}

static bool use_program(void) {
    GLint linked = GL_FALSE;
    GLuint program = gl.CreateProgram();
    if (!attach_shader(program, GL_VERTEX_SHADER,
                       "attribute vec2 at;\n"
                       "void main() { gl_Position = vec4(at, 0.0, 1.0); }\n",
                       "#version 300 es\n"
                       "in vec2 at;\n"
                       "void main() { gl_Position = vec4(at, 0.0, 1.0); }\n") ||
        !attach_shader(program, GL_FRAGMENT_SHADER,
                       "precision mediump float;\n"
                       "uniform vec4 color;\n"
                       "void main() { gl_FragColor = color; }\n",
                       "#version 300 es\n"
                       "precision mediump float;\n"
                       "uniform vec4 color;\n"
                       "out vec4 pixel;\n"
                       "void main() { pixel = color; }\n"))
        return false;
    gl.BindAttribLocation(program, 0, "at");
    gl.LinkProgram(program);
    gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) return fail_gl("glLinkProgram");
    gl.UseProgram(program);
    gl.Uniform4f(gl.GetUniformLocation(program, "color"), expected[0] / 255.0f, expected[1] / 255.0f,
                 expected[2] / 255.0f, expected[3] / 255.0f);
    return true;
}

static void use_triangle(void) {
    static const GLfloat corners[] = {-0.8f, -0.8f, 0.8f, -0.8f, 0.0f, 0.8f};
    GLuint buffer = 0;
    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl.BufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl.EnableVertexAttribArray(0);
    gl.Viewport(0, 0, SIZE, SIZE);
}

/* Drivers may round differently, by one step. */
static bool check_pixel(GLubyte pixel[4]) {
    gl.ReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    for (int i = 0; i < 4; i++) {
        if (abs(pixel[i] - expected[i]) <= 1) continue;
        fprintf(stderr, "app: glReadPixels gave %d,%d,%d,%d, not %d,%d,%d,%d: GL error 0x%04x\n", pixel[0],
                pixel[1], pixel[2], pixel[3], expected[0], expected[1], expected[2], expected[3],
                gl.GetError());
        return false;
    }
    GLenum error = gl.GetError();
    return error == GL_NO_ERROR || fail("drawing", "GL", error);
}

static bool wait_for_fence(void) {
    EGLSyncKHR sync = ext.createSync(display, EGL_SYNC_FENCE_KHR, NULL);
    if (sync == EGL_NO_SYNC_KHR) return fail_egl("eglCreateSyncKHR");
    EGLint state = ext.clientWaitSync(display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT_KHR, EGL_FOREVER_KHR);
    ext.destroySync(display, sync);
    return state == EGL_CONDITION_SATISFIED_KHR || fail_egl("eglClientWaitSyncKHR");
}

static bool draw_frame(const struct target *target, PFNGLGETINTEGER64VEXTPROC timestamp, GLubyte pixel[4]) {
    GLint64 time = 0;
    gl.ClearColor(0, 0, 0, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    if (timestamp) timestamp(GL_TIMESTAMP_EXT, &time);
    gl.DrawArrays(GL_TRIANGLES, 0, 3);
    if (!check_pixel(pixel)) return false;
    if (ext.createSync && !wait_for_fence()) return false;
    if (options.surfaceless)
        gl.Finish();
    else if (!eglSwapBuffers(display, target->surface))
        return fail_egl("eglSwapBuffers");
    return true;
}

static bool draw(const struct target *target) {
    GLubyte pixel[4] = {0};
    int major = 0, minor = 0;
    PFNGLGETINTEGER64VEXTPROC timestamp = options.ext ? find_timestamp() : NULL;
    if (options.surfaceless && !bind_renderbuffer()) return false;
    if (!use_program()) return false;
    use_triangle();
    for (int i = 0; i < options.frames; i++)
        if (!draw_frame(target, timestamp, pixel)) return false;
    const char *version = (const char *)gl.GetString(GL_VERSION);
    if (!version || sscanf(version, "OpenGL ES %d.%d", &major, &minor) != 2) return fail_gl("glGetString");
    printf("app: ES %d.%d, pixel %d,%d,%d,%d ok\n", major, minor, pixel[0], pixel[1], pixel[2], pixel[3]);
    return true;
}

/* Returns NULL after a failure. */
static void *run_thread(void *self) {
    struct target target = {EGL_NO_CONTEXT, EGL_NO_SURFACE};
    bool ok = open_target(&target) && draw(&target);
    close_target(&target);
    return ok ? self : NULL;
}

static bool run_threads(void) {
    pthread_t threads[MAX_THREADS];
    bool ok = true;
    int started = 0;
    for (; ok && started < options.threads; started++)
        ok = pthread_create(&threads[started], NULL, run_thread, &options) == 0;
    if (!ok) {
        started--;
        fprintf(stderr, "app: pthread_create failed\n");
    }
    for (int i = 0; i < started; i++) {
        void *result = NULL;
        pthread_join(threads[i], &result);
        ok = ok && result;
    }
    return ok;
}

/* With one thread, the program draws on its main thread, as most programs do. */
static bool run(void) {
    if (!open_display() || !load_functions() || !load_egl_extensions()) return false;
    bool ok = options.threads == 1 ? run_thread(&options) != NULL : run_threads();
    return eglTerminate(display) ? ok : fail_egl("eglTerminate");
}

static int usage(void) {
    fputs("usage: app [--frames N] [--threads N] [--es2] [--ext] [--surfaceless]\n", stderr);
    return 2;
}

static bool parse_count(const char *text, int limit, int *count) {
    char *end = NULL;
    long value = text ? strtol(text, &end, 10) : 0;
    if (!text || end == text || *end != '\0' || value < 1 || value > limit) return false;
    *count = (int)value;
    return true;
}

static bool parse_options(char **argument) {
    for (; *argument; argument++) {
        if (strcmp(*argument, "--es2") == 0)
            options.version = 2;
        else if (strcmp(*argument, "--ext") == 0)
            options.ext = true;
        else if (strcmp(*argument, "--surfaceless") == 0)
            options.surfaceless = true;
        else if (strcmp(*argument, "--frames") == 0 && parse_count(argument[1], MAX_COUNT, &options.frames))
            argument++;
        else if (strcmp(*argument, "--threads") == 0 &&
                 parse_count(argument[1], MAX_THREADS, &options.threads))
            argument++;
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc < 1 || !parse_options(argv + 1)) return usage();
    return run() ? 0 : 1;
}
