// Situations that a recorder must handle, one for each test: faults NAME.
#define _GNU_SOURCE
#include "play.h"
#include "zz_generated_buffers.h"
#include "zz_generated_tracked.h"

#include <pthread.h>
#include <sys/wait.h>

// Swaps have times and arguments, and are recorded after they ended.
static void swaps(void) {
    EGLint rects[4] = {1, 2, 3, 4};
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    fake_app.eglSwapBuffersWithDamageKHR(D, S, rects, 1);
    fake_app.glClear(1);
    fake_app.eglSwapBuffers(D, S);
}

// A window and a pbuffer.
#define PBUFFER ((EGLSurface)(uintptr_t)0x66)
enum {
    RED_SIZE = 0x3024,
    DEPTH_SIZE = 0x3025,
    CONFIG_ID = 0x3028,
    SURFACE_TYPE = 0x3033,
    RENDERABLE_TYPE = 0x3040,
    HEIGHT = 0x3056,
    WIDTH = 0x3057,
    LARGEST_PBUFFER = 0x3058
};
static EGLint window_width = 640;
static EGLBoolean query_surface(EGLDisplay d, EGLSurface s, EGLint name, EGLint *value) {
    (void)d;
    switch (name) {
    case WIDTH:
        *value = s == S ? window_width : 16;
        break;
    case HEIGHT:
        *value = s == S ? 480 : 8;
        break;
    case CONFIG_ID:
        *value = 7;
        break;
    case LARGEST_PBUFFER:
        *value = s == S ? *value : 0;
        break;
    default:
        return 0;
    }
    return 1;
}
static EGLBoolean choose_config(EGLDisplay d, const EGLint *list, EGLConfig *c, EGLint size, EGLint *n) {
    (void)d, (void)size;
    return *c = (EGLConfig)(uintptr_t)list[1], *n = 1, 1;
}
static EGLBoolean config_attribute(EGLDisplay d, EGLConfig c, EGLint name, EGLint *value) {
    (void)d;
    want(c == (EGLConfig)(uintptr_t)7, "the surface's configuration");
    switch (name) {
    case RED_SIZE:
        *value = 8;
        break;
    case DEPTH_SIZE:
        *value = 24;
        break;
    case SURFACE_TYPE:
        *value = 5;
        break;
    case RENDERABLE_TYPE:
        *value = 0x44;
        break;
    default:
        *value = 0;
    }
    return 1;
}

static void surfaces(void) {
    fake_driver.eglQuerySurface = query_surface, fake_driver.eglChooseConfig = choose_config,
    fake_driver.eglGetConfigAttrib = config_attribute;
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    window_width = 800;
    fake_app.eglSwapBuffers(D, S);
    fake_app.eglSwapBuffers(D, S);
    fake_app.eglMakeCurrent(D, S, S, C(1));
    fake_app.eglMakeCurrent(D, PBUFFER, PBUFFER, C(1));
    fake_app.eglSwapBuffers(D, PBUFFER);
}

// A created context is not current.
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

// Contexts outlive their threads; a reused handle is a new context.
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

// Errors of the recorder's calls do not reach the program, and the program's own are not lost.
static void errors(void) {
    EGLContext c = make(1, NULL);
    on(0);
    fake_app.eglMakeCurrent(D, S, S, c);
    want(!hook_is_on("glGetError"), "without errors nobody stands before glGetError");
    fake_app.glEnable(0xbad);
    on(1);
    fake_app.eglSwapBuffers(D, S); // capturing the state takes the error, too
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
    fake_app.glClear(3); // it never swapped, so its next call is not recorded
    return NULL;
}

// A recording ends here at the swap, on other threads at the next call.
static void ends(void) {
    EGLContext c = make(1, NULL);
    hold_time();
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
    release_time();
}

// A thread that does not swap does not delay the end.
static void late(void) {
    hold_time();
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    on(0);
    fake_app.glClear(1);
    let_pass(400);
    fake_app.glClear(2);
    want(!hook_is_on("glClear"), "it ended");
    release_time();
}

// The receiver disconnects.
static void gone(void) {
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(1);
    trace_receiver_gone();
    fake_app.glClear(2);
    want(!hook_is_on("glClear"), "nothing is recorded for nobody");
    on(1);
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(4);
}

// Concurrent access to the table of contexts: sixteen threads, each with four contexts of its own and some
// that are created and destroyed, while recordings start and end.
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
        if (i % 11 == 0) trace_receiver_gone();
        usleep(2000);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    on(1); // hooks of a disconnected receiver may be active for one more second
    on(0);
    fake_app.glClear(1);
    want(live_thread_count() == 0, "all threads have left");
    want(!hook_is_on("glClear"), "nothing stands in the way");
}

// A recording starts with an eglMakeCurrent that fails: the previous context stays current.
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
    fake_app.eglDestroyContext(D, C(1)); // current until the end of the thread
    pthread_setspecific(*(pthread_key_t *)key, key);
    return NULL;
}

// Libraries make calls in thread destructors, after the context was destroyed.
static void ended(void) {
    pthread_key_t key;
    make(1, NULL);
    want(pthread_key_create(&key, at_end) == 0, "a key");
    in_thread(end_later, (EGLContext)&key);
}

// An impossible size.
static void large(void) {
    struct trace_options o = {.recording = 1, .frame_images = 1, .image_size = UINT32_MAX};
    trace_command(&o);
    want(atomic_load(&live_options.image_size) <= 1 << 14, "an image has a size");
    o.image_size = 0;
    trace_command(&o);
    want(atomic_load(&live_options.image_size) == 256, "without one, the usual");
}

// EGL is queried only in the program's EGL calls: the program's eglGetError after a draw returns its own
// error.
static void drawn(void) {
    struct trace_options o = {.recording = 1, .draw_images = 1};
    trace_command(&o);
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    int asked = fake_calls("eglQuerySurface");
    live_image_of_draw(trace_self);
    want(asked > 0 && fake_calls("eglQuerySurface") == asked, "a draw asks EGL nothing");
}

// A driver that never finishes its work, or only after a flush.
static int waits, is_done_when_flushed;
static uint64_t flushed_at, fences;
static uint32_t one_pixel;

static GLsync fence(GLenum condition, GLbitfield flags) {
    return (void)condition, (void)flags, (GLsync)(uintptr_t)++fences;
}
static GLenum wait_for(GLsync sync, GLbitfield flags, GLuint64 time) {
    waits += time > 0;
    if (flags & 1 && is_done_when_flushed) flushed_at = fences;
    return (uintptr_t)sync <= flushed_at ? 0x911A : 0x911B;
}
static void *map(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    return (void)target, (void)offset, (void)access, length == 4 ? &one_pixel : NULL;
}
static void give_name(GLsizei n, GLuint *names) {
    static GLuint last = 100;
    for (GLsizei i = 0; i < n; i++) names[i] = ++last;
}
static void make_none(GLsizei n, GLuint *names) {
    memset(names, 0, (size_t)n * sizeof *names);
}
static GLboolean is_any(GLuint name) {
    return name != 0;
}
static void size_of_target(GLenum name, GLint *value) {
    if (name == 0x0BA2) value[2] = value[3] = 5; // GL_VIEWPORT
}

static EGLBoolean size_of_surface(EGLDisplay d, EGLSurface s, EGLint name, EGLint *value) {
    return (void)d, (void)s, (void)name, *value = 5, 1;
}

static void draw_images(int draws, void (*give)(GLsizei, GLuint *)) {
    struct trace_options o = {.recording = 1, .draw_images = 1, .frame_images = 1, .image_size = 1};
    fake_driver.eglQuerySurface = size_of_surface;
    fake_driver.glFenceSync = fence, fake_driver.glClientWaitSync = wait_for;
    fake_driver.glMapBufferRange = map, fake_driver.glIsBuffer = is_any;
    fake_driver.glGenBuffers = give, fake_driver.glGetIntegerv = size_of_target;
    trace_command(&o);
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    for (int i = 0; i < draws; i++) live_image_of_draw(trace_self);
    fake_app.eglSwapBuffers(D, S);
}

static void never_done(void) {
    draw_images(40, give_name);
    want(waits == 1, "a draw waits once in vain");
}

static void done_when_flushed(void) {
    is_done_when_flushed = 1;
    draw_images(40, give_name);
    want(waits == 1, "nobody waits while there is room");
}

// Without a bound buffer, the driver would use the offset as an address.
static void nameless(void) {
    draw_images(3, make_none);
    want(fake_calls("glReadPixels") == 0, "nothing is read to nowhere");
}

// The known state of a share group is discarded after a recording, even with a new context.
static void shared(void) {
    EGLContext c = make(1, NULL), d;
    fake_app.eglMakeCurrent(D, S, S, c);
    trace_self->context->share->recording = 12345;
    d = make(2, c);
    fake_app.eglMakeCurrent(D, S, S, d);
    want(trace_self->context->share->recording != 12345, "what is shared is of this recording");
}

// A display with several users stays when one of them terminates it.
static void display_held(void) {
    EGLContext c = make(1, NULL);
    atomic_store(&held, 2);
    fake_app.eglMakeCurrent(D, S, S, c);
    fake_app.glClear(1);
    int before = fake_calls("eglGetError");
    fake_app.eglTerminate(D);
    want(fake_calls("eglGetError") == before, "no error is asked for");
    fake_app.eglMakeCurrent(D, NULL, NULL, NULL);
    fake_app.eglMakeCurrent(D, S, S, c);
    fake_app.glClear(2);
    before = fake_calls("eglGetError");
    fake_app.eglTerminate(D);
    want(fake_calls("eglGetError") == before + 1, "no error is left behind");
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.glClear(4);
}

// A recorded thread makes no more calls: the recording ends without it, and the next one includes it.
static atomic_int turn;

static void await_turn(int n) {
    while (atomic_load(&turn) < n) usleep(1000);
}

static void *rest_a_while(void *c) {
    fake_app.eglMakeCurrent(D, S, S, c);
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(1);
    atomic_store(&turn, 1);
    await_turn(2);
    fake_app.glClear(2); // no receiver
    want(live_thread_count() == 0, "it is not counted twice");
    on(1);
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(4);
    on(0);
    fake_app.eglSwapBuffers(D, S);
    return NULL;
}

static void idle(void) {
    pthread_t thread;
    want(pthread_create(&thread, NULL, rest_a_while, make(1, NULL)) == 0, "a thread");
    await_turn(1);
    on(0);
    while (hook_is_on("glClear")) usleep(1000);
    want(live_thread_count() == 0 && hook_is_on("eglSwapBuffers"), "it is over");
    atomic_store(&turn, 2);
    want(pthread_join(thread, NULL) == 0, "an end");
    want(live_thread_count() == 0 && !hook_is_on("glClear"), "nobody takes part");
}

// A slow driver: the program is paused for a limited time only.
static GLboolean is_slow(GLuint name) {
    let_pass(20);
    return name < 4096;
}

static void slow(void) {
    on(0);
    hold_time();
    fake_driver.glIsBuffer = is_slow;
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    on(1);
    fake_app.eglSwapBuffers(D, S);
    want(fake_calls("glIsBuffer") >= 50 && fake_calls("glIsBuffer") <= 51, "it stands still for a second");
    want(fake_calls("glIsProgram") == 0, "what comes later is not looked at");
    release_time();
}

static const GLubyte *string_of_two(GLenum name) {
    if (name == 0x1F02 && current == C(2)) return (const GLubyte *)"OpenGL ES 2.0 of a test";
    return get_string(name);
}

static void *make_again(void *unused) {
    make(1, NULL);
    return unused;
}

static EGLBoolean destroy_slowly(EGLDisplay dpy, EGLContext context) {
    in_thread(make_again, NULL);
    return dpy == D && context == C(1);
}

// Another thread gets the handle before the call that destroys it returns.
static void given(void) {
    EGLContext c = make(1, NULL);
    fake_driver.eglDestroyContext = destroy_slowly;
    fake_app.eglDestroyContext(D, c);
    fake_app.eglMakeCurrent(D, S, S, C(1));
    fake_app.glClear(1);
}

// Contexts created before the recording: each is recorded, with its version, when it first becomes current.
static void unseen(void) {
    on(0);
    fake_driver.glGetString = string_of_two;
    fake_app.eglMakeCurrent(D, S, S, C(1));
    on(1);
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(1);
    fake_app.eglMakeCurrent(D, S, S, C(2));
    fake_app.glClear(2);
    fake_app.eglSwapBuffers(D, S);
}

// Buffers 1 to 3 belong to the program, which has mapped the second; 4 is the recorder's, while it exists.
enum { PROGRAMS = 3, OWN = 4, BYTES = 600000, COPY_READ = 0x8F36, COPY_WRITE = 0x8F37 };
static GLuint bound[2] = {1, 3};
static uint8_t contents[OWN + 1][BYTES];
static int is_made;

static GLuint *binding(GLenum target) {
    static GLuint other;
    return target == COPY_READ || target == COPY_WRITE ? &bound[target - COPY_READ] : &other;
}
static void bind_buffer(GLenum target, GLuint name) {
    *binding(target) = name;
}
static void get_bound(GLenum pname, GLint *value) {
    *value = pname == COPY_READ || pname == COPY_WRITE ? (GLint)*binding(pname) : 0;
}
static GLboolean is_buffer(GLuint name) {
    return name != 0 && name <= PROGRAMS + (GLuint)is_made;
}
static void make_own(GLsizei n, GLuint *names) {
    want(n == 1 && !is_made, "one staging buffer at a time");
    *names = OWN, is_made = 1;
}
static void delete_own(GLsizei n, const GLuint *names) {
    want(n == 1 && *names == OWN && is_made, "it deletes what it made");
    is_made = 0;
}
static void fill_own(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
    (void)usage;
    want(*binding(target) == OWN && size <= BYTES && data == NULL, "only the recorder's buffer has new data");
}
static void ask_buffer_64(GLenum target, GLenum pname, GLint64 *value) {
    *value = pname == 0x8764 ? BYTES - (GLint64)*binding(target) : 0;
}
static void get_buffer(GLenum target, GLenum pname, GLint *value) {
    GLint64 wide;
    ask_buffer_64(target, pname, &wide);
    *value = pname == 0x88BC ? *binding(target) == 2 : (GLint)wide;
}
static void copy_buffer(GLenum from, GLenum to, GLintptr at, GLintptr there, GLsizeiptr size) {
    want(*binding(from) <= PROGRAMS && *binding(from) != 2 && *binding(to) == OWN, "from the program's");
    memcpy(contents[OWN] + there, contents[*binding(from)] + at, (size_t)size);
}
static void *map_own(GLenum target, GLintptr offset, GLsizeiptr size, GLbitfield access) {
    want(*binding(target) == OWN && offset == 0 && size <= BYTES && access == 1, "only its own is mapped");
    return contents[OWN];
}
static GLboolean unmap_own(GLenum target) {
    want(*binding(target) == OWN, "only its own is mapped");
    return 1;
}

static void with_buffers(void) {
    on(0);
    for (int name = 1; name <= PROGRAMS; name++) memset(contents[name], 'a' + name, BYTES);
    fake_driver.glBindBuffer = bind_buffer, fake_driver.glGetIntegerv = get_bound;
    fake_driver.glIsBuffer = is_buffer, fake_driver.glGenBuffers = make_own,
    fake_driver.glDeleteBuffers = delete_own;
    fake_driver.glBufferData = fill_own, fake_driver.glCopyBufferSubData = copy_buffer;
    fake_driver.glGetBufferParameteriv = get_buffer, fake_driver.glGetBufferParameteri64v = ask_buffer_64;
    fake_driver.glMapBufferRange = map_own, fake_driver.glUnmapBuffer = unmap_own;
}

static void staged(void) {
    with_buffers();
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    on(1);
    hold_time();
    fake_app.eglSwapBuffers(D, S);
    release_time();
    want(fake_calls("glMapBufferRange") > PROGRAMS, "contents are taken, in bands");
    want(!is_made && bound[0] == 1 && bound[1] == 3, "all is as it was");
}

// While the buffers of a context are captured, so are those of another context of the share group: the
// recorder's buffer in the first is not the program's.
static EGLContext beside;

static void *other_context(void *unused) {
    fake_app.eglMakeCurrent(D, S, S, beside);
    fake_app.eglSwapBuffers(D, S);
    return unused;
}

static void copy_meanwhile(GLenum from, GLenum to, GLintptr at, GLintptr there, GLsizeiptr size) {
    GLuint before[2] = {bound[0], bound[1]};
    pthread_t thread;
    fake_driver.glCopyBufferSubData = copy_buffer, fake_driver.glGenBuffers = make_none;
    want(is_made && pthread_create(&thread, NULL, other_context, NULL) == 0, "a thread");
    pthread_join(thread, NULL);
    memcpy(bound, before, sizeof bound);
    copy_buffer(from, to, at, there, size);
}

static void staged_beside(void) {
    with_buffers();
    EGLContext c = make(1, NULL);
    beside = make(2, c);
    fake_app.eglMakeCurrent(D, S, S, c);
    fake_driver.glCopyBufferSubData = copy_meanwhile;
    on(1);
    hold_time();
    fake_app.eglSwapBuffers(D, S);
    release_time();
    want(!is_made, "nothing is left");
}

// In a context without error checking, it is unknown whether a copy of a buffer succeeded.
static void staged_unchecked(void) {
    static const EGLint list[] = {0x3098, 3, 0x31B3, 1, 0x3038};
    with_buffers();
    next_context = C(1);
    fake_app.eglMakeCurrent(D, S, S, fake_app.eglCreateContext(D, NULL, NULL, list));
    on(1);
    hold_time();
    fake_app.eglSwapBuffers(D, S);
    release_time();
    want(fake_calls("glIsBuffer") > PROGRAMS && fake_calls("glCopyBufferSubData") == 0 &&
             fake_calls("glMapBufferRange") == 0 && fake_calls("glGenBuffers") == 0,
         "nothing is copied, and nothing mapped");
}

// A context may be current without a surface: then no size is queried.
static void surfaceless(void) {
    struct trace_options o = {.recording = 1, .draw_images = 1};
    trace_command(&o);
    fake_app.eglMakeCurrent(D, NULL, NULL, make(1, NULL));
    fake_app.eglSwapBuffers(D, NULL);
    want(fake_calls("eglQuerySurface") == 0, "there is nothing to ask for");
}

// Errors that are pending when recording of errors starts belong to no recorded call.
static void errors_later(void) {
    struct trace_options o = {.recording = 1, .errors = 1};
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    fake_app.glEnable(0xbad);
    trace_command(&o);
    fake_app.glClear(1);
    want(fake_app.glGetError() == 0x0500 && fake_app.glGetError() == 0, "it is there once");
    fake_app.eglMakeCurrent(D, NULL, NULL, NULL);
    fake_app.eglMakeCurrent(D, S, S, C(1));
    error = 0x0501; // on another thread, without the recorder
    fake_app.eglMakeCurrent(D, S, S, C(1));
    fake_app.glClear(2);
    want(fake_app.glGetError() == 0x0501, "it is kept, too");
    fake_app.glEnable(0xbad);
}

// The receiver disconnects during the recorder's queries, which are completed.
static GLboolean goes_away(GLuint name) {
    if (name == 1) trace_receiver_gone();
    return name == 1;
}

static GLboolean is_still_there(GLuint name) {
    want(live_current_thread()->recording != 0, "the thread takes part to the end of its own questions");
    return (void)name, 0;
}

static void gone_meanwhile(void) {
    on(0);
    fake_driver.glIsBuffer = goes_away;
    fake_driver.glIsProgram = is_still_there;
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    on(1);
    hold_time();
    fake_app.eglSwapBuffers(D, S);
    release_time();
    want(fake_calls("glIsProgram") > 0, "all is asked");
    want(live_thread_count() == 0 && !hook_is_on("glClear"), "then it is over");
}

// A context of the share group is recorded later: values that it may have changed are queried again.
static void *swap_late(void *c) {
    fake_app.eglMakeCurrent(D, S, S, c);
    atomic_store(&turn, 1);
    await_turn(2);
    fake_app.eglSwapBuffers(D, S);
    return NULL;
}

static void joins_late(void) {
    enum { ELEMENT_ARRAY_BUFFER = 0x8893 };
    pthread_t thread;
    EGLContext c = make(1, NULL);
    on(0);
    fake_app.eglMakeCurrent(D, S, S, c);
    want(pthread_create(&thread, NULL, swap_late, make(2, c)) == 0, "a thread");
    await_turn(1);
    on(1);
    fake_app.eglSwapBuffers(D, S);
    struct trace_share *s = trace_self->context->share;
    uint32_t links = atomic_load(&s->programs[3].links);
    trace_track_glBindBuffer(trace_self, ELEMENT_ARRAY_BUFFER, 9);
    trace_buffer_data(trace_self, ELEMENT_ARRAY_BUFFER, 4, "abcd");
    struct trace_copy *copy = trace_copy_begin_read(s, 9);
    want(copy != NULL, "a copy");
    trace_copy_end_read(copy);
    atomic_store(&turn, 2);
    want(pthread_join(thread, NULL) == 0, "an end");
    want(trace_copy_begin_read(s, 9) == NULL, "the buffer may have been filled anew");
    want(atomic_load(&s->programs[3].links) != links, "a program may have been linked anew");
}

// A thread without a context makes no calls between two recordings.
static void next_recording(void) {
    fake_app.glClear(1);
    on(0);
    on(1);
    fake_app.glClear(2);
    want(live_thread_count() == 1, "it is counted once");
}

// Waits until the recorder has written a call of a command, whose name precedes the first call.
static void await_written(const char *command) {
    static char text[1 << 16];
    for (size_t n = 0; memmem(text, n, command, strlen(command)) == NULL; usleep(1000)) {
        FILE *file = fopen(getenv("GLTRACE_FILE"), "r");
        n = file != NULL ? fread(text, 1, sizeof text, file) : 0;
        if (file != NULL) fclose(file);
    }
}

// The program closes the recorder's file descriptors: hooks are removed, although the recorder's thread is
// waiting.
static void closes_files(void) {
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(1);
    await_written("glClear");
    for (int fd = 3; fd < 64; fd++) close(fd);
    while (hook_is_on("glClear")) usleep(1000);
    want(hook_is_on("eglSwapBuffers"), "only what has to be seen is");
}

// A forked child has no active hooks until it queries a display; then it is recorded as another process.
static void child(void) {
    int status = 0;
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    fake_app.eglSwapBuffers(D, S);
    fake_app.glClear(1);
    pid_t pid = fork();
    if (pid != 0) {
        want(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0, "a child");
        fake_app.glClear(4);
        return;
    }
    want(!hook_is_on("glClear") && hook_is_on("eglSwapBuffers"), "nothing is recorded in a child");
    fake_app.glClear(2);
    fake_app.eglGetDisplay(0);
    fake_app.eglMakeCurrent(D, S, S, C(1));
    fake_app.glClear(3);
    fake_app.eglSwapBuffers(D, S);
}

// A driver without debug messages is queried once, because it may log each unknown query.
static int asked_for_messages;
static GLboolean knows_no_messages(GLenum cap) {
    if (cap == 0x92E0) asked_for_messages++, error = 0x0500;
    return 0;
}

static void no_messages(void) {
    struct trace_options o = {.recording = 1, .draw_images = 1};
    fake_driver.glIsEnabled = knows_no_messages;
    trace_command(&o);
    fake_app.eglMakeCurrent(D, S, S, make(1, NULL));
    for (int i = 0; i < 5; i++) live_image_of_draw(trace_self);
    want(asked_for_messages == 1, "it is asked once");
    want(fake_app.glGetError() == 0, "and no error is left");
}

static const struct {
    const char *name;
    void (*run)(void);
} faults[] = {{"swaps", swaps},
              {"surfaces", surfaces},
              {"made", made_not_current},
              {"reuse", reuse},
              {"given", given},
              {"errors", errors},
              {"ends", ends},
              {"late", late},
              {"gone", gone},
              {"many", many},
              {"refused", refused},
              {"ended", ended},
              {"drawn", drawn},
              {"large", large},
              {"shared", shared},
              {"idle", idle},
              {"slow", slow},
              {"held", display_held},
              {"unseen", unseen},
              {"staged", staged},
              {"unchecked", staged_unchecked},
              {"beside", staged_beside},
              {"surfaceless", surfaceless},
              {"later", errors_later},
              {"meanwhile", gone_meanwhile},
              {"joins", joins_late},
              {"next", next_recording},
              {"closes", closes_files},
              {"child", child},
              {"messages", no_messages},
              {"never", never_done},
              {"flushed", done_when_flushed},
              {"nameless", nameless}};

int main(int argc, char **argv) {
    play();
    for (size_t i = 0; argc > 1 && i < sizeof faults / sizeof *faults; i++)
        if (strcmp(argv[1], faults[i].name) == 0) return faults[i].run(), 0;
    return 2;
}
