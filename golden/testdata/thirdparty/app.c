// Makes GL errors in all the ways in which a layer could lose one or invent one, and prints what glGetError
// says.

#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static EGLDisplay dpy;
static EGLConfig config;
static EGLSurface surface, other;

static void enum_error(void) {
    glEnable(0x0BAD);
}
static void value_error(void) {
    glLineWidth(-2.5f);
}
static void operation_error(void) {
    glUniform1i(7, 1);
}

// Reads three errors: more than any driver has for what is done here.
static void read_errors(const char *what) {
    GLenum a = glGetError(), b = glGetError(), c = glGetError();
    printf("%s: %04x %04x %04x\n", what, a, b, c);
}

static EGLContext context(void) {
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EGLContext c = eglCreateContext(dpy, config, EGL_NO_CONTEXT, version);
    if (c == EGL_NO_CONTEXT) exit(2);
    return c;
}

static void current(EGLContext c) {
    EGLSurface s = c == EGL_NO_CONTEXT ? EGL_NO_SURFACE : surface;
    if (!eglMakeCurrent(dpy, s, s, c)) exit(3);
}

static void kinds(EGLContext a) {
    current(a);
    read_errors("nothing wrong");
    enum_error();
    read_errors("one");
    enum_error(), enum_error();
    read_errors("one kind twice");
    enum_error(), value_error();
    read_errors("two kinds");
    value_error(), enum_error(), operation_error();
    read_errors("three kinds, the larger first");
    operation_error();
    printf("one read: %04x\n", glGetError());
    value_error();
    read_errors("and another made");
}

static void contexts(EGLContext a, EGLContext b) {
    current(a), enum_error();
    current(b), read_errors("b has none of a's");
    value_error();
    current(a), read_errors("a's own");
    current(b), read_errors("b's own");
    operation_error();
    current(EGL_NO_CONTEXT);
    printf("without a context: %04x\n", glGetError());
    current(b), read_errors("b after none");
    value_error();
    printf("a failed switch: %d", eglMakeCurrent(dpy, surface, surface, (EGLContext)&dpy));
    printf(" %04x\n", eglGetError());
    read_errors("b after a failed switch");
    enum_error();
    eglMakeCurrent(dpy, other, other, b);
    read_errors("b with another surface");
    value_error();
    eglReleaseThread();
    current(b), read_errors("b after the thread was released");
    current(EGL_NO_CONTEXT);
}

// EGL's error is another one: GL calls leave it alone.
static void egl_error(EGLContext a) {
    current(a);
    eglQuerySurface(dpy, (EGLSurface)&dpy, EGL_WIDTH, NULL);
    glClear(GL_COLOR_BUFFER_BIT);
    printf("EGL says %04x\n", eglGetError());
    current(EGL_NO_CONTEXT);
}

static void *elsewhere(void *a) {
    current(a), read_errors("a on another thread");
    value_error();
    current(EGL_NO_CONTEXT);
    eglReleaseThread();
    return NULL;
}

static void threads(EGLContext a) {
    pthread_t thread;
    current(a), enum_error(), current(EGL_NO_CONTEXT);
    if (pthread_create(&thread, NULL, elsewhere, a) != 0) exit(4);
    pthread_join(thread, NULL);
    current(a), read_errors("a back again");
    current(EGL_NO_CONTEXT);
}

// Contexts come to addresses of others that went with an error unread.
static void reuse(void) {
    int dirty = 0;
    for (int i = 0; i < 200; i++) {
        EGLContext c = context();
        current(c);
        dirty += glGetError() != GL_NO_ERROR;
        enum_error();
        if (i % 2)
            eglDestroyContext(dpy, c), current(EGL_NO_CONTEXT); // goes when it is no longer current
        else
            current(EGL_NO_CONTEXT), eglDestroyContext(dpy, c);
    }
    printf("new contexts with errors: %d\n", dirty);
}

// Contexts go from thread to thread, some with an error that the next one has to find.
enum { THREADS = 4, POOL = 6, TURNS = 300 };

static struct {
    EGLContext context;
    GLenum unread;
    int taken;
} pool[POOL];

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static int mismatches;

static int take(unsigned *seed) {
    int at = rand_r(seed) % POOL;
    pthread_mutex_lock(&pool_lock);
    while (pool[at].taken) at = (at + 1) % POOL;
    pool[at].taken = 1;
    pthread_mutex_unlock(&pool_lock);
    return at;
}

static void turn(EGLSurface s, int at, unsigned *seed) {
    if (!eglMakeCurrent(dpy, s, s, pool[at].context)) exit(6);
    int wrong = glGetError() != pool[at].unread || glGetError() != GL_NO_ERROR;
    pool[at].unread = rand_r(seed) % 2 ? GL_INVALID_ENUM : GL_NO_ERROR;
    if (pool[at].unread) glHint(0x0BAD, GL_NICEST);
    if (!eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT)) exit(7);
    pthread_mutex_lock(&pool_lock);
    mismatches += wrong;
    pool[at].taken = 0;
    pthread_mutex_unlock(&pool_lock);
}

static void *take_turns(void *seed) {
    const EGLint size[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE};
    EGLSurface s = eglCreatePbufferSurface(dpy, config, size);
    for (int i = 0; i < TURNS; i++) turn(s, take(seed), seed);
    eglDestroySurface(dpy, s);
    return NULL;
}

static void stress(void) {
    pthread_t thread[THREADS];
    unsigned seed[THREADS];
    for (int i = 0; i < POOL; i++) pool[i].context = context();
    for (unsigned i = 0; i < THREADS; i++) {
        seed[i] = i + 1;
        if (pthread_create(&thread[i], NULL, take_turns, &seed[i]) != 0) exit(8);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    printf("errors of other contexts: %d\n", mismatches);
}

static void run(void) {
    EGLContext a = context(), b = context();
    kinds(a);
    contexts(a, b);
    egl_error(a);
    threads(a);
    reuse();
    stress();
}

int main(void) {
    const EGLint attribs[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                              EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE};
    EGLint n = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    dpy = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(dpy, NULL, NULL) || !eglChooseConfig(dpy, attribs, &config, 1, &n) || n != 1) return 1;
    surface = eglCreatePbufferSurface(dpy, config, size), other = eglCreatePbufferSurface(dpy, config, size);
    run();
    return eglTerminate(dpy) ? 0 : 5;
}
