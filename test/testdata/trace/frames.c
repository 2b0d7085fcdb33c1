/* Draws frames off screen and prints the time of the slowest one. Usage: frames FRAMES CALLS MICROSECONDS
 * [PROCESSES [TITLE]] With 0 FRAMES it draws until SIGTERM. Each frame makes about CALLS calls and then waits
 * MICROSECONDS. With PROCESSES, each process does this. With TITLE, it overwrites its arguments and
 * environment. */
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <GLES3/gl3.h>

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t over;
static void (*frame_start)(void);

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* The time in microseconds that this thread has waited for a processor, which is not the recorder's cost. */
static uint64_t waited(void) {
    unsigned long long ran, nanoseconds = 0;
    FILE *stat = fopen("/proc/thread-self/schedstat", "r");
    if (stat == NULL) return 0;
    if (fscanf(stat, "%llu %llu", &ran, &nanoseconds) != 2) nanoseconds = 0;
    fclose(stat);
    return nanoseconds / 1000;
}

static EGLSurface begin(EGLDisplay display) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_ES3_BIT, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE},
                        version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    EGLConfig config;
    EGLint found = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &found) ||
        found == 0)
        return EGL_NO_SURFACE;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    return eglMakeCurrent(display, surface, surface, context) ? surface : EGL_NO_SURFACE;
}

/* Each frame clears to a different color, so its data is not a duplicate. */
static void draw(long calls, unsigned frame) {
    glClearColor((float)(frame % 256) / 256, 0.5F, 0.25F, 1);
    for (long i = 0; i < calls; i++) glScissor((GLint)i, (GLint)frame, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

static int run(long frames, long calls, useconds_t wait) {
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLSurface surface = begin(display);
    uint64_t slowest = 0;
    long done = 0;
    if (surface == EGL_NO_SURFACE) {
        fprintf(stderr, "frames: EGL error 0x%x\n", (unsigned)eglGetError());
        return 1;
    }
    for (; !over && (frames == 0 || done < frames); done++) {
        uint64_t before = waited(), start = now();
        if (frame_start) frame_start();
        draw(calls, (unsigned)done);
        eglSwapBuffers(display, surface);
        uint64_t took = now() - start, idle = waited() - before;
        if (took > idle + slowest) slowest = took - idle;
        if (done == 0) fprintf(stderr, "frames: drawing\n");
        if (wait) usleep(wait);
    }
    GLenum error = glGetError();
    printf("frames %ld slowest %llu error %u\n", done, (unsigned long long)slowest, error);
    return error != GL_NO_ERROR;
}

#ifdef ACTIVITY // a native app, which draws a hundred frames a second until it is ended
#include "android/native_activity.h"

#include <pthread.h>

// Layers may be loaded here while the app runs (rule 4.1). The glEnable call has an invalid capability: one
// error in each frame.
static void at_frame(void) {
    (void)eglQueryAPI();
    glEnable(GL_TRIANGLES);
}

static void *draw_on(void *unused) {
    (void)unused;
    frame_start = at_frame;
    run(0, 3, 10000);
    return NULL;
}

__attribute__((visibility("default"))) void ANativeActivity_onCreate(ANativeActivity *activity, void *state,
                                                                     size_t size) {
    pthread_t thread;
    (void)activity, (void)state, (void)size;
    if (pthread_create(&thread, NULL, draw_on, NULL) == 0) pthread_detach(thread);
}
#else
// Overwrites the memory of the arguments and the environment, as programs do that show a status in ps.
static void set_title(char **argv, const char *title) {
    char *from = argv[0], *to = from, text[64];
    snprintf(text, sizeof text, "%s", title);
    for (char **word = argv; *word != NULL; word++) to = *word + strlen(*word) + 1;
    for (char **word = environ; *word != NULL; word++) {
        to = *word + strlen(*word) + 1;
        *word = strdup(*word);
    }
    memset(from, 0, (size_t)(to - from));
    strncpy(from, text, (size_t)(to - from) - 1);
}

static void end(int signal) {
    (void)signal;
    over = 1;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    long processes = argc > 4 ? atol(argv[4]) : 1, frames = atol(argv[1]), calls = atol(argv[2]);
    useconds_t wait_for = (useconds_t)atol(argv[3]);
    if (argc > 5) set_title(argv, argv[5]);
    signal(SIGTERM, end);
    for (long i = 1; i < processes; i++)
        if (fork() == 0) return run(frames, calls, wait_for);
    int status = run(frames, calls, wait_for), child;
    while (wait(&child) > 0) status |= child;
    return status != 0;
}
#endif
