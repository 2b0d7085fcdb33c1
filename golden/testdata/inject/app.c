// Requires what the module inject promises for a fault, of which the settings make the first call fail:
//
//	app FAULT
//
// "replay THREADS" prints which calls of each thread fail.
#define _GNU_SOURCE
#define GL_GLEXT_PROTOTYPES
#include "../app.h"

#include <GLES3/gl32.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static int failures;

static void require(int ok, int line, const char *what) {
    if (ok) return;
    printf("line %d: %s\n", line, what);
    failures++;
}

#define REQUIRE(condition) require(condition, __LINE__, #condition)
#define REQUIRE_ERROR(error)                                                                                 \
    do {                                                                                                     \
        GLenum got_ = glGetError();                                                                          \
        if (got_ != (error))                                                                                 \
            printf("line %d: glGetError: %#x, not %s\n", __LINE__, got_, #error), failures++;                \
    } while (0)

static void memory(void) {
    GLuint buffer, texture;
    GLint size = -1;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 16, NULL, GL_STATIC_DRAW);
    REQUIRE_ERROR(GL_OUT_OF_MEMORY);
    REQUIRE_ERROR(GL_NO_ERROR);
    glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    REQUIRE(size == 0);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glEnable(0xDEAD); // an error of the driver, which is older
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    REQUIRE_ERROR(GL_INVALID_ENUM);
    REQUIRE_ERROR(GL_NO_ERROR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glEnable(0xDEAD); // one that is newer
    REQUIRE_ERROR(GL_OUT_OF_MEMORY);
    REQUIRE_ERROR(GL_NO_ERROR);
    REQUIRE(glMapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT) == NULL);
    REQUIRE_ERROR(GL_OUT_OF_MEMORY);
}

static EGLContext create(struct app *app, EGLint strategy) {
    EGLConfig config = NULL;
    EGLint id = 0, n = 0;
    eglQueryContext(app->display, app->context, EGL_CONFIG_ID, &id);
    eglChooseConfig(app->display, (const EGLint[]){EGL_CONFIG_ID, id, EGL_NONE}, &config, 1, &n);
    return eglCreateContext(app->display, config, EGL_NO_CONTEXT,
                            (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2,
                                             EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE,
                                             EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, strategy,
                                             EGL_NONE});
}

static void lost(struct app *app) {
    EGLContext robust = create(app, EGL_LOSE_CONTEXT_ON_RESET);
    GLuint available = 0, query;
    GLint value = -7;
    REQUIRE(robust != NULL);
    REQUIRE(eglMakeCurrent(app->display, app->surface, app->surface, robust));
    glGenQueries(1, &query);
    REQUIRE(glGetGraphicsResetStatus() == GL_NO_ERROR);
    REQUIRE(!eglSwapBuffers(app->display, app->surface));
    REQUIRE(eglGetError() == EGL_CONTEXT_LOST);
    REQUIRE(eglGetError() == EGL_SUCCESS);
    REQUIRE(glGetGraphicsResetStatus() == GL_UNKNOWN_CONTEXT_RESET);
    REQUIRE(glGetGraphicsResetStatus() == GL_NO_ERROR);
    REQUIRE_ERROR(GL_NO_ERROR);
    glClear(GL_COLOR_BUFFER_BIT);
    REQUIRE_ERROR(GL_CONTEXT_LOST);
    REQUIRE_ERROR(GL_NO_ERROR);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &value);
    REQUIRE(value == -7);
    REQUIRE(glCreateShader(GL_VERTEX_SHADER) == 0);
    REQUIRE(glGetUniformLocation(1, "x") == -1);
    REQUIRE(glGetString(GL_VERSION) == NULL);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
    REQUIRE(available == GL_TRUE);
    REQUIRE_ERROR(GL_CONTEXT_LOST);
    REQUIRE(!eglMakeCurrent(app->display, app->surface, app->surface, robust));
    REQUIRE(eglGetError() == EGL_CONTEXT_LOST);
    REQUIRE(!eglMakeCurrent(app->display, app->surface, app->surface, robust));
    REQUIRE(eglQuerySurface(app->display, app->surface, EGL_WIDTH, &value)); // a call that succeeds
    REQUIRE(eglGetError() == EGL_SUCCESS);
    REQUIRE(eglMakeCurrent(app->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    REQUIRE(eglDestroyContext(app->display, robust));
    REQUIRE(eglMakeCurrent(app->display, app->surface, app->surface, app->context)); // the other one works
    glClear(GL_COLOR_BUFFER_BIT);
    REQUIRE_ERROR(GL_NO_ERROR);
    REQUIRE(glGetString(GL_VERSION) != NULL);
}

static const char vertex[] = "attribute vec4 p; void main() { gl_Position = p; }";
static const char fragment[] = "precision mediump float; void main() { gl_FragColor = vec4(1); }";

static GLuint compile(GLenum type, const char *source) {
    GLuint s = glCreateShader(type);
    glShaderSource(s, 1, &source, NULL);
    glCompileShader(s);
    return s;
}

static void require_log(GLuint object, void (*get)(GLuint, GLenum, GLint *),
                        void (*log)(GLuint, GLsizei, GLsizei *, GLchar *), const char *word) {
    GLint size = 0;
    GLsizei got = 0;
    char text[4096] = "";
    get(object, GL_INFO_LOG_LENGTH, &size);
    log(object, sizeof text, &got, text);
    REQUIRE(size == got + 1 && got > 0 && (size_t)got == strlen(text));
    if (!strstr(text, word)) printf("info log: %s\n", text), failures++;
}

static GLint status(GLuint object, void (*get)(GLuint, GLenum, GLint *), GLenum name) {
    GLint value = -1;
    get(object, name, &value);
    return value;
}

static void shaders(void) {
    char source[256] = "";
    GLuint v = compile(GL_VERTEX_SHADER, vertex), f = compile(GL_FRAGMENT_SHADER, fragment),
           p = glCreateProgram();
    REQUIRE(status(v, glGetShaderiv, GL_COMPILE_STATUS) == GL_FALSE);
    REQUIRE(status(f, glGetShaderiv, GL_COMPILE_STATUS) == GL_TRUE);
    require_log(v, glGetShaderiv, glGetShaderInfoLog, "inject");
    glGetShaderSource(v, sizeof source, NULL, source);
    REQUIRE(strcmp(source, vertex) == 0);
    glAttachShader(p, v), glAttachShader(p, f);
    glLinkProgram(p);
    REQUIRE(status(p, glGetProgramiv, GL_LINK_STATUS) == GL_FALSE);
    glCompileShader(v); // again: most=1
    REQUIRE(status(v, glGetShaderiv, GL_COMPILE_STATUS) == GL_TRUE);
    glLinkProgram(p);
    REQUIRE(status(p, glGetProgramiv, GL_LINK_STATUS) == GL_TRUE);
    REQUIRE_ERROR(GL_NO_ERROR);
}

static void separable(void) {
    const char *source = vertex;
    GLuint p = glCreateShaderProgramv(GL_VERTEX_SHADER, 1, &source);
    REQUIRE(p != 0);
    REQUIRE(status(p, glGetProgramiv, GL_LINK_STATUS) == GL_FALSE);
    require_log(p, glGetProgramiv, glGetProgramInfoLog, "inject");
    REQUIRE_ERROR(GL_NO_ERROR);
}

static void linked(void) {
    GLuint v = compile(GL_VERTEX_SHADER, vertex), f = compile(GL_FRAGMENT_SHADER, fragment),
           p = glCreateProgram();
    GLuint attached[4];
    GLsizei n = 0;
    glAttachShader(p, v), glAttachShader(p, f);
    glDeleteShader(v), glDeleteShader(f);
    glLinkProgram(p);
    REQUIRE(status(p, glGetProgramiv, GL_LINK_STATUS) == GL_FALSE);
    require_log(p, glGetProgramiv, glGetProgramInfoLog, "");
    glGetAttachedShaders(p, 4, &n, attached);
    REQUIRE(n == 2);
    REQUIRE(glIsShader(v) && status(v, glGetShaderiv, GL_DELETE_STATUS) == GL_TRUE);
    glUseProgram(p);
    REQUIRE_ERROR(GL_INVALID_OPERATION);
    glLinkProgram(p);
    REQUIRE(status(p, glGetProgramiv, GL_LINK_STATUS) == GL_TRUE);
    glDeleteProgram(p);
    REQUIRE(!glIsShader(v));
    REQUIRE_ERROR(GL_NO_ERROR);
}

static void incomplete(void) {
    GLuint framebuffer, textures[2];
    REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE); // the default one
    glGenFramebuffers(1, &framebuffer);
    glGenTextures(2, textures);
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[0], 0);
    for (int i = 0; i < 2; i++)
        REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_UNSUPPORTED);
    glClear(GL_COLOR_BUFFER_BIT);
    REQUIRE_ERROR(GL_INVALID_FRAMEBUFFER_OPERATION);
    char pixel[4];
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    REQUIRE_ERROR(GL_INVALID_FRAMEBUFFER_OPERATION);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    REQUIRE_ERROR(GL_NO_ERROR);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[1], 0);
    REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    glClear(GL_COLOR_BUFFER_BIT);
    REQUIRE_ERROR(GL_NO_ERROR);
}

static void make_current(struct app *app) {
    EGLContext other = create(app, EGL_NO_RESET_NOTIFICATION);
    REQUIRE(!eglMakeCurrent(app->display, app->surface, app->surface, other));
    REQUIRE(eglGetError() == EGL_BAD_ALLOC);
    REQUIRE(eglGetError() == EGL_SUCCESS);
    REQUIRE(eglGetCurrentContext() == app->context);
    REQUIRE(eglMakeCurrent(app->display, app->surface, app->surface, other));
    REQUIRE(eglGetCurrentContext() == other);
}

static void slow(void) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    glViewport(0, 0, 1, 1);
    clock_gettime(CLOCK_MONOTONIC, &to);
    REQUIRE((to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000 >= 79);
    REQUIRE_ERROR(GL_NO_ERROR);
}

static pthread_barrier_t barrier;
static struct app apps[16];
static char output[16][16384];

// Threads take turns for their first call, so that their numbers are the same in each run.
static void *calls(void *data) {
    int number = (int)(size_t)data;
    char *at = output[number];
    for (int turn = 0; turn <= number; turn++) pthread_barrier_wait(&barrier);
    apps[number] = start_app(20, 4);
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    for (int i = 0; i < 1000; i++) {
        if (i == 1)
            for (int turn = number; turn < 16; turn++) pthread_barrier_wait(&barrier);
        glBufferData(GL_ARRAY_BUFFER, 4, NULL, GL_STATIC_DRAW);
        if (glGetError() == GL_OUT_OF_MEMORY) at += sprintf(at, " %d", i);
    }
    eglMakeCurrent(apps[number].display, NULL, NULL, NULL);
    return NULL;
}

static void replay(int threads) {
    pthread_t list[16];
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++) pthread_create(&list[i], NULL, calls, (void *)(size_t)i);
    for (int i = 0; i < threads; i++) pthread_join(list[i], NULL);
    for (int i = 0; i < threads; i++) printf("thread %d:%s\n", i + 1, output[i]);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    if (strcmp(argv[1], "replay") == 0) return replay(16), 0;
    struct app app = start_app(32, 4);
    if (strcmp(argv[1], "memory") == 0) memory();
    if (strcmp(argv[1], "lost") == 0) lost(&app);
    if (strcmp(argv[1], "compile") == 0) shaders();
    if (strcmp(argv[1], "separable") == 0) separable();
    if (strcmp(argv[1], "link") == 0) linked();
    if (strcmp(argv[1], "incomplete") == 0) incomplete();
    if (strcmp(argv[1], "make_current") == 0) make_current(&app);
    if (strcmp(argv[1], "slow") == 0) slow();
    eglTerminate(app.display);
    printf("end\n");
    return failures != 0;
}
