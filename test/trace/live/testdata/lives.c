// What programs do besides drawing: crash, fork, start other programs, end threads, and initialize again.
// lives NAME. The output and exit status must be the same with and without recording.
#define _GNU_SOURCE
#include "screen.h"

#include <EGL/eglext.h>
#include <GLES3/gl32.h>

#include <GLES2/gl2ext.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FRAMES = 40, SIDE = 16 };

extern char **environ;

static void begin_current(void) {
    open_screen(SIDE, SIDE, 30, 0);
}

// A frame of four calls, and what it looks like.
static uint32_t draw(EGLSurface to, unsigned n) {
    uint32_t pixel = 0;
    glClearColor((float)(n % 256) / 255, (float)(n % 16) / 15, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    want(eglSwapBuffers(display, to), "a swap");
    return pixel;
}

static void frames(unsigned n) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < n; i++) sum = sum * 31 + draw(surface, i);
    printf("frames %08x error %x\n", sum, (unsigned)glGetError());
    fflush(stdout);
}

// --- crashes

static void handle(int number) {
    const char said[] = "handled\n";
    if (write(1, said, sizeof said - 1) < 0) _exit(8);
    signal(number, SIG_DFL);
    raise(number);
}

// Continues after input, or the end of input.
static void await_word(void) {
    char byte;
    want(read(0, &byte, 1) >= 0, "a word to go on");
}

static void in_the_middle(void) {
    frames(FRAMES);
    await_word(); // everything up to here is written
    glClearColor(1, 1, 1, 1);
}

// The driver reads invalid memory.
static void segv(void) {
    signal(SIGSEGV, handle);
    begin_current();
    in_the_middle();
    uint8_t *nothing = mmap(NULL, 1 << 16, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 1 << 16, nothing, GL_STATIC_DRAW);
    want(0, "the driver reads");
}

static void aborts(void) {
    signal(SIGABRT, handle);
    begin_current();
    in_the_middle();
    abort();
}

static void leaves(void) {
    begin_current();
    in_the_middle();
    _exit(5);
}

// --- children

static void await_child(pid_t child) {
    int status = 0;
    want(child > 0 && waitpid(child, &status, 0) == child, "a child");
    printf("child %x\n", (unsigned)status);
}

static void forks(void) {
    begin_current();
    frames(FRAMES);
    pid_t child = fork();
    if (child == 0) { // what a child may do with its parent's context
        glClearColor(0, 0, 0, 0);
        _exit(eglGetCurrentContext() == context ? 3 : 4);
    }
    await_child(child);
    frames(FRAMES);
}

static char *const other[] = {"lives", "other", NULL};

static void fork_exec(void) {
    begin_current();
    frames(FRAMES);
    pid_t child = fork();
    if (child == 0) execve("/proc/self/exe", other, environ), _exit(9);
    await_child(child);
    child = vfork();
    if (child == 0) execve("/proc/self/exe", other, environ), _exit(9);
    await_child(child);
    want(posix_spawn(&child, "/proc/self/exe", NULL, NULL, other, environ) == 0, "a new process");
    await_child(child);
    frames(FRAMES);
}

static void other_program(void) {
    begin_current();
    frames(3);
}

// --- threads

static void *draw_here(void *sum) {
    make_current(context);
    *(uint32_t *)sum = draw(surface, 77);
    return NULL; // with the context current
}

static void *draw_and_release(void *sum) {
    draw_here(sum);
    want(eglReleaseThread(), "a thread without EGL");
    want(eglGetCurrentContext() == NULL, "no context");
    glClear(GL_COLOR_BUFFER_BIT); // still goes through the layers (rule 4.6), and the driver ignores it
    return draw_here(sum);
}

static void elsewhere(void) {
    void *(*const runs[])(void *) = {draw_here, draw_and_release, draw_here};
    begin_current();
    frames(2);
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        uint32_t sum = 0;
        want(eglMakeCurrent(display, NULL, NULL, NULL), "no current context");
        want(pthread_create(&thread, NULL, runs[i], &sum) == 0 && pthread_join(thread, NULL) == 0,
             "a thread");
        make_current(context);
        printf("thread %08x\n", sum);
        frames(2);
    }
}

static void renewed(void) {
    for (int i = 0; i < 3; i++) {
        begin_current();
        frames(5);
        if (i == 1) eglMakeCurrent(display, NULL, NULL, NULL); // otherwise it would be current at exit
        want(eglTerminate(display), "an end");
        eglReleaseThread();
    }
}

// The usual end: nothing is left when the display is terminated.
static void ends(void) {
    begin_current();
    frames(2);
    want(eglMakeCurrent(display, NULL, NULL, NULL), "none");
    want(eglDestroyContext(display, context), "a context less");
    want(eglTerminate(display), "an end");
}

// Draws until it is killed, and stores when the last swap returned in the file that TICKS names.
static void ticks(void) {
    int fd = open(getenv("TICKS"), O_RDWR);
    _Atomic(uint64_t) *last = mmap(NULL, sizeof *last, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    want(last != MAP_FAILED, "a mapped file");
    begin_current();
    for (unsigned n = 0;; n++) {
        struct timespec now;
        draw(surface, n);
        clock_gettime(CLOCK_MONOTONIC, &now);
        *last = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    }
}

// --- sixteen threads with four contexts each

enum { THREADS = 16, EACH = 4 };

static void *draw_in_four(void *number) {
    EGLSurface to[EACH];
    EGLContext in[EACH];
    uint32_t sum = 0;
    for (int i = 0; i < EACH; i++) to[i] = make_surface(SIDE, SIDE), in[i] = make_context(30, EGL_NO_CONTEXT);
    for (unsigned n = 0; n < 24; n++) {
        int i = (int)n % EACH;
        want(eglMakeCurrent(display, to[i], to[i], in[i]), "one of four");
        sum = sum * 31 + draw(to[i], n + (unsigned)(uintptr_t)number);
        if (n % 7 == 0)
            eglDestroyContext(display, in[i]),
                in[i] = make_context(30, EGL_NO_CONTEXT); // four times; the last context is never used
        usleep(1000);
    }
    want(eglMakeCurrent(display, NULL, NULL, NULL), "none");
    for (int i = 0; i < EACH; i++) eglDestroyContext(display, in[i]), eglDestroySurface(display, to[i]);
    return (void *)(uintptr_t)sum;
}

static void many(void) {
    pthread_t threads[THREADS];
    begin_on(eglGetDisplay(EGL_DEFAULT_DISPLAY), 0);
    for (uintptr_t i = 0; i < THREADS; i++)
        want(pthread_create(&threads[i], NULL, draw_in_four, (void *)i) == 0, "a thread");
    for (int i = 0; i < THREADS; i++) {
        void *sum;
        pthread_join(threads[i], &sum);
        printf("thread %d %08x\n", i, (unsigned)(uintptr_t)sum);
    }
    await_word();
}

// --- strings with HTML, which the viewer must show as text

static void script(void) {
    const char *text = "<script>alert(1)</script>";
    begin_current();
    GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glObjectLabel(GL_SHADER, shader, -1, text);
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, text);
    frames(1);
    glPopDebugGroup();
}

// --- a daemon closes what it did not open, and has files of its own under the same numbers

enum { OWN = 60 };

static int make_own(int *pair) {
    int file = memfd_create("own", 0);
    want(file >= 0 && write(file, "mine", 4) == 4, "a file");
    want(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0, "a pair of sockets");
    return file;
}

static void check_own(int file, const int *pair) {
    char byte;
    want(lseek(file, 0, SEEK_END) == 4, "a file has what it had");
    for (int i = 0; i < 2; i++) want(recv(pair[i], &byte, 1, MSG_DONTWAIT) < 0, "nobody writes to sockets");
}

static void closes_all(void) {
    int files[OWN], pairs[OWN][2];
    begin_current();
    in_the_middle();
    for (int fd = 3; fd < 1024; fd++) close(fd);
    for (int i = 0; i < OWN; i++) files[i] = make_own(pairs[i]);
    for (int i = 0; i < 10; i++) frames(FRAMES), usleep(30000);
    usleep(1200000); // the recorder's periodic checks have run
    for (int i = 0; i < OWN; i++) check_own(files[i], pairs[i]);
}

// --- what a recorder's queries must not change

static int told;

static void GL_APIENTRY hear(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                             const GLchar *message, const void *data) {
    (void)source, (void)id, (void)severity, (void)length, (void)message, (void)data;
    told += type == GL_DEBUG_TYPE_ERROR;
}

static void draw_nothing(int times) {
    for (int i = 0; i < times; i++) {
        glClear(GL_COLOR_BUFFER_BIT);
        glDrawArrays(GL_POINTS, 0, 0);
        swap();
        usleep(2000);
    }
}

// An ES 2 context returns errors in the order in which they occurred.
static void is_told(void) {
    GLuint framebuffer;
    open_screen(SIDE, SIDE, 20, 0);
    PFNGLDEBUGMESSAGECALLBACKKHRPROC call_back =
        (PFNGLDEBUGMESSAGECALLBACKKHRPROC)eglGetProcAddress("glDebugMessageCallbackKHR");
    call_back(hear, NULL);
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glEnable(0xbad);
    want(told == 1 && glGetError() == GL_INVALID_ENUM, "the program is told of its own error");
    draw_nothing(5);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer); // that cannot be read
    glDrawArrays(GL_POINTS, 0, 1);
    printf("%s: told of %d errors, the last is %#x\n", glGetString(GL_VERSION), told, glGetError());
}

// Objects that another context deletes stay bound.
static void deleted(void) {
    GLuint renderbuffer, buffer;
    GLint bound, packed;
    begin_current();
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    make_current(make_context(30, context));
    glDeleteRenderbuffers(1, &renderbuffer);
    glDeleteBuffers(1, &buffer);
    make_current(context);
    draw_nothing(5);
    glGetIntegerv(GL_RENDERBUFFER_BINDING, &bound);
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &packed);
    printf("bound %d %d, there %d %d\n", bound, packed, glIsRenderbuffer(renderbuffer), glIsBuffer(buffer));
}

// A context without error checking.
static void unchecked(void) {
    static const EGLint list[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE,
                                  EGL_NONE};
    begin_on(eglGetDisplay(EGL_DEFAULT_DISPLAY), 0);
    surface = make_surface(SIDE, SIDE);
    make_current(eglCreateContext(display, config, EGL_NO_CONTEXT, list));
    draw_nothing(10);
}

static const struct {
    const char *name;
    void (*run)(void);
} lives[] = {{"segv", segv},       {"abort", aborts},        {"leave", leaves},        {"fork", forks},
             {"exec", fork_exec},  {"other", other_program}, {"elsewhere", elsewhere}, {"renewed", renewed},
             {"many", many},       {"script", script},       {"closes", closes_all},   {"told", is_told},
             {"deleted", deleted}, {"unchecked", unchecked}, {"ends", ends},           {"ticks", ticks}};

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof lives / sizeof *lives; i++)
        if (strcmp(argv[1], lives[i].name) == 0) return lives[i].run(), 0;
    return 2;
}
