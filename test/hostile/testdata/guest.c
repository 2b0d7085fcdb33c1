// A program that does what layers do not expect, with frames before and after it. guest KIND
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static EGLDisplay display;
static EGLConfig config;
static int unchecked; // a setting changes what the program sees

struct stage {
    EGLSurface surface;
    EGLContext context;
};

static struct stage begin(void) {
    const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE},
                 version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    struct stage s = {eglCreatePbufferSurface(display, config, size),
                      eglCreateContext(display, config, EGL_NO_CONTEXT, version)};
    if (!eglMakeCurrent(display, s.surface, s.surface, s.context) && !unchecked) abort();
    return s;
}

static void end(struct stage s) {
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, s.context);
    eglDestroySurface(display, s.surface);
}

static void frames(struct stage s, int n) {
    static const char source[] = "void main() { gl_Position = vec4(0.0); }", *text = source;
    for (int i = 0; i < n; i++) {
        unsigned char pixel[4];
        GLuint shader = glCreateShader(GL_VERTEX_SHADER), program = glCreateProgram();
        glShaderSource(shader, 1, &text, NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glLinkProgram(program);
        glDeleteShader(shader);
        glDeleteProgram(program);
        glEnable(0xffff); // an error
        glClearColor(1, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        if (!unchecked && (glGetError() != GL_INVALID_ENUM || pixel[0] != 255 || pixel[1] != 0))
            _exit(70); // the layer changed what the program sees
        eglSwapBuffers(display, s.surface);
    }
}

static void *draw(void *n) {
    for (int i = 0; i < (int)(intptr_t)n; i++) {
        struct stage s = begin();
        glClear(GL_COLOR_BUFFER_BIT);
        if (i % 32 == 0) frames(s, 1);
        end(s);
    }
    return NULL;
}

static void *draw_forever(void *unused) {
    (void)unused;
    struct stage s = begin();
    for (;;) {
        frames(s, 1);
        pthread_testcancel();
    }
    return NULL;
}

static void await(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0 || status != 0) _exit(71);
}

static void on_signal(int number) {
    (void)number;
}

int main(int argc, char **argv) {
    const char *kind = argc > 1 ? argv[1] : "";
    EGLint n;
    const EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                                 EGL_NONE};
    unchecked = strcmp(kind, "unchecked") == 0;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, attributes, &config, 1, &n) || n < 1)
        return unchecked ? 0 : 72;
    struct stage s = begin();
    frames(s, 3);
    if (strcmp(kind, "fork") == 0) {
        for (int i = 0; i < 20; i++) {
            pid_t child = fork();
            if (child == 0) {
                alarm(20);
                eglGetCurrentContext();
                glGetError();
                _exit(0);
            }
            frames(s, 1);
            await(child);
        }
    } else if (strcmp(kind, "vfork") == 0) {
        for (volatile int i = 0; i < 20; i++) {
            pid_t child = vfork();
            if (child == 0) {
                execl("/bin/true", "true", NULL);
                _exit(1);
            }
            await(child);
            frames(s, 1);
        }
    } else if (strcmp(kind, "cancel") == 0) {
        for (int i = 0; i < 10; i++) {
            pthread_t thread;
            if (pthread_create(&thread, NULL, draw_forever, NULL) != 0) return 73;
            nanosleep(&(struct timespec){.tv_nsec = 1000000 * (i + 1)}, NULL); // at another place each time
            pthread_cancel(thread);
            pthread_join(thread, NULL);
            frames(s, 1);
        }
    } else if (strcmp(kind, "signals") == 0) {
        struct sigaction action = {.sa_handler = on_signal};
        struct itimerval every = {{0, 500}, {0, 500}};
        sigaction(SIGALRM, &action, NULL);
        sigaction(SIGPIPE, &action, NULL);
        setitimer(ITIMER_REAL, &every, NULL);
        frames(s, 100);
        every = (struct itimerval){{0, 0}, {0, 0}};
        setitimer(ITIMER_REAL, &every, NULL);
    } else if (strcmp(kind, "setrlimit") == 0) {
        struct rlimit files = {0, 0}, few = {8, 8};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &files); // also a full disk: no file can grow
        setrlimit(RLIMIT_NOFILE, &few);
        frames(s, 70);
    } else if (strcmp(kind, "threads") == 0) {
        pthread_t threads[64];
        for (int i = 0; i < 64; i++)
            if (pthread_create(&threads[i], NULL, draw, (void *)(intptr_t)64) != 0) return 73;
        for (int i = 0; i < 64; i++) pthread_join(threads[i], NULL);
    } else if (strcmp(kind, "closeall") == 0) {
        for (int fd = 3; fd < 1024; fd++) close(fd);
        frames(s, 70);
    } else if (strcmp(kind, "dlclose") == 0) {
        for (int i = 0; i < 20; i++) {
            void *library = dlopen("libEGL.so.1", RTLD_NOW);
            if (library == NULL || dlsym(library, "eglSwapBuffers") == NULL) return 74;
            frames(s, 1);
            dlclose(library);
        }
    } else if (strcmp(kind, "setuid") == 0) {
        if (getuid() == 0 && setuid(65534) != 0) return 75;
        frames(s, 70);
    } else if (strcmp(kind, "terminate") == 0) {
        for (int i = 0; i < 5; i++) {
            end(s);
            eglTerminate(display);
            if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, attributes, &config, 1, &n))
                return 76;
            s = begin();
            frames(s, 5);
        }
    } else if (strcmp(kind, "abort") == 0) {
        abort();
    } else if (!unchecked) {
        return 77;
    }
    end(s);
    return 0;
}
