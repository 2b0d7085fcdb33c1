// What an older recorder did wrong, one by one: faults NAME.
#include "play.h"

#include <pthread.h>

// 6: swaps had no time, no arguments, and were written before they were.
static void swaps(void) {
    EGLint rects[4] = {1, 2, 3, 4};
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    fake_app.eglSwapBuffersWithDamageKHR(D, S, rects, 1);
    fake_app.glClear(1);
    fake_app.eglSwapBuffers(D, S);
}

// 7: a context that is made is not current.
static void made_not_current(void) {
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.glClear(1);
    make(2, NULL);
    fake_app.glClear(2);
    fake_app.eglMakeCurrent(D, S, S, C(2));
    fake_app.glClear(3);
}

static void *use_and_end(void *context) {
    fake_app.eglMakeCurrent(D, S, S, context);
    fake_app.glClear(4);
    return NULL;
}

static void *use_and_release(void *context) {
    use_and_end(context);
    fake_app.eglReleaseThread();
    fake_app.glClear(8);
    return NULL;
}

static void in_thread(void *(*run)(void *), EGLContext c) {
    pthread_t thread;
    want(pthread_create(&thread, NULL, run, c) == 0 && pthread_join(thread, NULL) == 0, "a thread");
}

// 8: threads end, contexts go on; a handle that comes again is another context.
static void reuse(void) {
    EGLContext c = make(1, NULL);
    in_thread(use_and_end, c);
    in_thread(use_and_release, c);
    fake_app.eglMakeCurrent(D, S, S, c);
    fake_app.glClear(16);
    fake_app.eglDestroyContext(D, c); // while it is current
    fake_app.glClear(32);
    make(1, NULL); // the same handle
    fake_app.glClear(64);
    fake_app.eglMakeCurrent(D, S, S, C(1));
    fake_app.glClear(128);
    fake_app.eglMakeCurrent(D, NULL, NULL, NULL);
    fake_app.eglTerminate(D);
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.glClear(256);
}

// 5, in part: no error of the recorder's reaches the program, and none of the program's is lost.
static void errors(void) {
    EGLContext c = make(1, NULL);
    on(0);
    fake_app.eglMakeCurrent(D, S, S, c);
    want(!hook_is_on("glGetError"), "without errors nobody stands before glGetError");
    fake_app.glEnable(0xbad);
    on(1);
    fake_app.eglSwapBuffers(D, S); // the state is taken, and the error with it
    on(0);
    fake_app.eglSwapBuffers(D, S);
    want(hook_is_on("glGetError") && !hook_is_on("glEnable"), "only an error that waits is watched for");
    want(fake_app.glGetError() == 0x0500, "the error is there");
    want(fake_app.glGetError() == 0, "it is there once");
    want(!hook_is_on("glGetError"), "then nobody stands there");
    struct trace_options o = {.recording = 1, .errors = 1};
    trace_command(&o);
    fake_app.eglSwapBuffers(D, S);
    fake_app.glEnable(0xbad);
    fake_app.glClear(1);
    fake_app.glEnable(0xbad);
    want(fake_app.glGetError() == 0x0500 && fake_app.glGetError() == 0,
         "an error that was asked for is there once");
    on(0);
    fake_app.eglSwapBuffers(D, S);
}

static void *swap_no_more(void *c) {
    fake_app.eglMakeCurrent(D, S, S, c);
    fake_app.glClear(2);
    on(0);
    fake_app.glClear(3); // it never swapped: its next call is not recorded
    return NULL;
}

// When recording ends: here at the swap, elsewhere at the next call.
static void ends(void) {
    EGLContext c = make(1, NULL);
    fake_app.eglMakeCurrent(D, S, S, c);
    fake_app.eglSwapBuffers(D, S);
    in_thread(swap_no_more, make(2, c));
    fake_app.glClear(4); // to the end of the frame
    want(hook_is_on("glClear"), "a frame is recorded to its end");
    fake_app.eglSwapBuffers(D, S);
    want(!hook_is_on("glClear") && hook_is_on("eglSwapBuffers"), "then only what has to be seen is");
    fake_app.glClear(5);
    on(1);
    fake_app.glClear(6); // not yet
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(7);
    fake_app.eglMakeCurrent(D, NULL, NULL, NULL);
    on(0);
    fake_app.eglMakeCurrent(D, S, S, c);
    fake_app.glClear(8);
}

// Nobody waits for a swap that does not come.
static void late(void) {
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    on(0);
    fake_app.glClear(1);
    usleep(400000);
    fake_app.glClear(2);
    want(!hook_is_on("glClear"), "it ended");
}

// 10: the host is gone.
static void gone(void) {
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(1);
    trace_host_gone();
    fake_app.glClear(2);
    want(!hook_is_on("glClear"), "nothing is recorded for nobody");
    on(1);
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(4);
}

// 9: the table of contexts had no lock. Sixteen threads, each with four contexts of its own and some that
// come and go, while recordings begin and end.
enum { THREADS = 16, EACH = 4, ROUNDS = 40 };
static atomic_int working;

static void *work(void *number) {
    int first = 100 + (int)(intptr_t)number * EACH * 2;
    for (int round = 0; round < ROUNDS; round++) {
        for (int n = 0; n < EACH; n++) {
            EGLContext c = make(first + n, NULL);
            fake_app.eglMakeCurrent(D, S, S, c);
            fake_app.glClear((GLbitfield)(first + n));
            fake_app.glEnable(round % 3 ? 1 : 0xbad);
            if (n % 2) fake_app.eglSwapBuffers(D, S);
            fake_app.glGetError();
            if (n % 3 == 0) fake_app.eglDestroyContext(D, c);
        }
        if (round % 5 == 0) fake_app.eglReleaseThread();
    }
    atomic_fetch_sub(&working, 1);
    return NULL;
}

static void many(void) {
    pthread_t threads[THREADS];
    atomic_store(&working, THREADS);
    for (intptr_t i = 0; i < THREADS; i++)
        want(pthread_create(&threads[i], NULL, work, (void *)i) == 0, "a thread");
    for (int i = 0; atomic_load(&working) > 0; i++) {
        struct trace_options o = {.recording = i % 3 != 0,
                                  .errors = i % 2,
                                  .untimed = i % 5 == 0,
                                  .frame_images = i % 4 == 0,
                                  .draw_images = i % 7 == 0};
        trace_command(&o);
        if (i % 11 == 0) trace_host_gone();
        usleep(2000);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    on(0);
    fake_app.glClear(1);
    want(live_recorders() == 0, "all threads have left");
    want(!hook_is_on("glClear"), "nothing stands in the way");
}

// A recording begins with an eglMakeCurrent that fails: what was current is, and is known.
static void refused(void) {
    EGLContext c = make(1, NULL);
    on(0);
    fake_app.eglMakeCurrent(D, S, S, c);
    on(1);
    fake_app.glClear(1); // not yet
    want(!fake_app.eglMakeCurrent(D, S, S, C(0)), "it fails");
    fake_app.glClear(2);
    fake_app.eglSwapBuffers(D, S);
}

static void at_end(void *unused) {
    (void)unused;
    want(trace_self == NULL || trace_self->context == NULL, "what is followed of a context went with it");
    fake_app.glClear(2);
}

static void *end_later(void *key) {
    fake_app.eglMakeCurrent(D, S, S, C(1));
    fake_app.glClear(1);
    fake_app.eglDestroyContext(D, C(1)); // it stays current to the end of the thread
    pthread_setspecific(*(pthread_key_t *)key, key);
    return NULL;
}

// Other libraries call for a thread that ends, when its context is gone.
static void ended(void) {
    pthread_key_t key;
    make(1, NULL);
    want(pthread_key_create(&key, at_end) == 0, "a key");
    in_thread(end_later, (EGLContext)&key);
}

// A size beyond all sense.
static void large(void) {
    struct trace_options o = {.recording = 1, .frame_images = 1, .image_size = UINT32_MAX};
    trace_command(&o);
    want(atomic_load(&live_options.image_size) <= 1 << 14, "an image has a size");
    o.image_size = 0;
    trace_command(&o);
    want(atomic_load(&live_options.image_size) == 256, "without one, the usual");
}

// EGL is asked at the program's calls of EGL only: what its eglGetError gives after a draw is its own.
static void drawn(void) {
    struct trace_options o = {.recording = 1, .draw_images = 1};
    trace_command(&o);
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    int asked = fake_calls("eglQuerySurface");
    live_image_of_draw(trace_self);
    want(asked > 0 && fake_calls("eglQuerySurface") == asked, "a draw asks EGL nothing");
}

// What an earlier recording knew of a share group is forgotten, with a context too that is new to it.
static void shared(void) {
    EGLContext c = make(1, NULL), d;
    fake_app.eglMakeCurrent(D, S, S, c);
    trace_self->context->share->recording = 12345;
    d = make(2, c);
    fake_app.eglMakeCurrent(D, S, S, d);
    want(trace_self->context->share->recording != 12345, "what is shared is of this recording");
}

static const struct {
    const char *name;
    void (*run)(void);
} faults[] = {{"swaps", swaps},     {"made", made_not_current},
              {"reuse", reuse},     {"errors", errors},
              {"ends", ends},       {"late", late},
              {"gone", gone},       {"many", many},
              {"refused", refused}, {"ended", ended},
              {"drawn", drawn},     {"large", large},
              {"shared", shared}};

int main(int argc, char **argv) {
    play();
    for (size_t i = 0; argc > 1 && i < sizeof faults / sizeof *faults; i++)
        if (strcmp(argv[1], faults[i].name) == 0) return faults[i].run(), 0;
    return 2;
}
