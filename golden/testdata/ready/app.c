/* Two threads with a context each make errors, ask for some of them, and trade their contexts. What
 * glGetError gave goes to standard output: it must be the same with a layer and without. */
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 2, MOST = 4096 };

/* A system trace, as Android's libandroid.so has one: slices of a thread lie within each other. */
static atomic_bool traced = true;
static atomic_int slices, unbalanced;
static _Thread_local int depth;

void ATrace_beginSection(const char *name) {
    if (name[0] != 'e' && name[0] != 'g') atomic_fetch_add(&unbalanced, 1);
    atomic_fetch_add(&slices, 1);
    depth++;
}

void ATrace_endSection(void) {
    if (--depth < 0) atomic_fetch_add(&unbalanced, 1);
}

bool ATrace_isEnabled(void) {
    return atomic_load(&traced);
}

static EGLDisplay display;
static EGLConfig config;
static EGLContext contexts[THREADS];
static pthread_barrier_t barrier;

struct seen {
    GLenum errors[MOST];
    int count;
};

static void need(bool ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "%s failed: EGL error 0x%04x\n", what, (unsigned)eglGetError());
    exit(1);
}

static EGLContext create(void) {
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    need(context != EGL_NO_CONTEXT, "eglCreateContext");
    return context;
}

static void ask(struct seen *seen, int times) {
    for (int i = 0; i < times && seen->count < MOST; i++) seen->errors[seen->count++] = glGetError();
}

/* One of several calls that fail, or one that does not. */
static void fail(unsigned which) {
    switch (which % 6) {
    case 0:
        glEnable(0x1234);
        break;
    case 1:
        glClear(0x40000000);
        break;
    case 2:
        glBindBuffer(GL_TEXTURE_2D, 1);
        break;
    case 3:
        glUniform1f(7, 0.5f);
        break;
    case 4:
        glViewport(0, 0, -1, 1);
        break;
    case 5:
        glFlush();
        break;
    }
}

static void take(EGLSurface surface, EGLContext context) {
    need(eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent");
}

static void make_errors(struct seen *seen, unsigned seed) {
    for (unsigned i = 0; i < 40; i++) {
        seed = seed * 1103515245 + 12345;
        fail(seed >> 16);
        if (seed >> 20 & 1) ask(seen, 1 + (int)(seed >> 21 & 1));
    }
}

/* Errors that nobody asked for move with their context to the other thread; a new context has none. */
static void *run(void *argument) {
    static struct seen all[THREADS];
    int number = (int)(size_t)argument;
    struct seen *seen = &all[number];
    const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    need(surface != EGL_NO_SURFACE, "eglCreatePbufferSurface");
    for (unsigned round = 0; round < 6; round++) {
        take(surface, contexts[(number + (int)round) % THREADS]);
        make_errors(seen, 77 * round + (unsigned)number);
        atomic_store(&traced, round % 2 == 0);
        eglSwapBuffers(display, surface);
        fail(round);
        take(EGL_NO_SURFACE, EGL_NO_CONTEXT);
        pthread_barrier_wait(&barrier);
    }
    glFlush(); /* with no context */
    take(surface, contexts[number]);
    fail(0);
    eglDestroyContext(display, contexts[number]); /* it is current, and lives on */
    ask(seen, 2);
    fail(1);
    take(EGL_NO_SURFACE, EGL_NO_CONTEXT);
    contexts[number] = create();
    take(surface, contexts[number]);
    ask(seen, 1);
    eglReleaseThread();
    if (depth != 0) atomic_fetch_add(&unbalanced, 1);
    return seen;
}

/* Frames of at least 5 ms, for a time that begins with the end of the first, and is over before the last. */
static int swap_frames(double seconds) {
    const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    struct timespec begin = {.tv_sec = 0}, now, rest = {.tv_nsec = 5000000};
    int frames = 0;
    take(surface, contexts[0]);
    do {
        glClear(GL_COLOR_BUFFER_BIT);
        nanosleep(&rest, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        frames += eglSwapBuffers(display, surface);
        if (frames == 1) clock_gettime(CLOCK_MONOTONIC, &begin);
    } while (frames == 1 ||
             (double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) / 1e9 < seconds);
    take(EGL_NO_SURFACE, EGL_NO_CONTEXT);
    return frames;
}

int main(void) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                             EGL_NONE};
    EGLint found = 0;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    need(eglInitialize(display, NULL, NULL), "eglInitialize");
    need(eglChooseConfig(display, wanted, &config, 1, &found) && found == 1, "eglChooseConfig");
    pthread_barrier_init(&barrier, NULL, THREADS);
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) contexts[i] = create();
    for (size_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        const struct seen *seen = result;
        printf("thread %d:", i);
        for (int e = 0; e < seen->count; e++) printf(" %04x", seen->errors[e]);
        printf("\n");
    }
    fprintf(stderr, "app: %d frames\n", swap_frames(1.3));
    eglTerminate(display);
    fprintf(stderr, "app: %d slices, %d unbalanced\n", atomic_load(&slices),
            atomic_load(&unbalanced) + (depth != 0));
    return 0;
}
