/* The calls that two properties add to a swap (rule 6.13). They go through the layers. */
#define _GNU_SOURCE
#include <string.h>

#include "platform.h"

static bool is_set(const char *property) {
    char *value = config_property(property);
    bool set = value && strcmp(value, "0") != 0 && strcmp(value, "false") != 0;
    free(value);
    return set;
}

static void *top(int index) {
    return public_functions.enter(index);
}

/* debug.egl.finish: reads one pixel, which waits until everything is drawn. */
static void finish(void) {
    typedef void (*read_pixels)(GLint, GLint, GLint, GLint, GLenum, GLenum, void *);
    unsigned char pixel[4];
    void *read = atomic_load(&thread_self()->table->entry[NAME_glReadPixels]);
    ((read_pixels)read)(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
}

/* debug.egl.traceGpuCompletion: a thread waits for each frame. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t comes = PTHREAD_COND_INITIALIZER;
static struct { void *display, *sync; } waiting[64];
static unsigned begin, end;
static bool started;

static void wait_for(void *display, void *sync) {
    typedef void *(*get_display)(void *);
    typedef EGLint (*wait_sync)(void *, void *, EGLint, EGLTimeKHR);
    typedef EGLBoolean (*destroy_sync)(void *, void *);
    ((get_display)top(NAME_eglGetDisplay))(NULL);
    ((wait_sync)top(NAME_eglClientWaitSyncKHR))(display, sync, 0, UINT64_MAX);
    ((destroy_sync)top(NAME_eglDestroySyncKHR))(display, sync);
}

static void *run(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (begin == end) pthread_cond_wait(&comes, &mutex);
        void *display = waiting[begin % 64].display, *sync = waiting[begin % 64].sync;
        begin++;
        pthread_mutex_unlock(&mutex);
        wait_for(display, sync);
    }
    return NULL;
}

static void trace(void *display) {
    typedef void *(*create_sync)(void *, EGLenum, const EGLint *);
    void *sync = ((create_sync)top(NAME_eglCreateSyncKHR))(display, EGL_SYNC_FENCE_KHR, NULL);
    if (!sync) return;
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    if (!started && pthread_create(&thread, NULL, run, NULL) == 0) started = true, pthread_detach(thread);
    bool room = end - begin < 64;
    if (room) {
        waiting[end % 64].display = display;
        waiting[end++ % 64].sync = sync;
    }
    pthread_cond_signal(&comes);
    pthread_mutex_unlock(&mutex);
    typedef EGLBoolean (*destroy_sync)(void *, void *);
    if (!room) ((destroy_sync)top(NAME_eglDestroySyncKHR))(display, sync);
}

/* The thread that waits does not exist in a forked child. */
void swap_forked(void) {
    pthread_mutex_init(&mutex, NULL);
    pthread_cond_init(&comes, NULL);
    begin = end;
    started = false;
}

void swap_before(void *display) {
    static _Atomic(int) finishes = -1, traces = -1;
    if (atomic_load(&finishes) < 0)
        atomic_store(&finishes, is_set("debug.egl.finish") && !BROKEN("6.13.finish"));
    if (atomic_load(&traces) < 0)
        atomic_store(&traces, is_set("debug.egl.traceGpuCompletion") && !BROKEN("6.13.trace"));
    if (atomic_load(&finishes)) finish();
    if (atomic_load(&traces)) trace(display);
}
