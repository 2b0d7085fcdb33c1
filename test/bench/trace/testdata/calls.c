// Calls cheap functions, and prints the processor time of a call, of the calling thread and of the process.
// Each thread has its own context, and swaps after every thousandth call.
//
//     calls COUNT THREADS [indices]     COUNT calls on each thread, with or without indices in buffers
//
// "own" and "all" are nanoseconds per call; own is that of the fastest part of the calls, because other
// programs only add time. "indirect", a call through a pointer, and "counter", a reading of the processor's
// counter, are references for the machine.

#include <EGL/egl.h>
#include <GLES2/gl2.h>

#include <GLES2/gl2ext.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CALLS_A_FRAME = 1000, MOST_THREADS = 8, PARTS = 20, SETTLE_MS = 150 };

static EGLDisplay display;
static EGLConfig config;
static long count;
static int with_indices;
static pthread_barrier_t ready, start; // all threads are set up

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static GLint make_program(void) {
    static const char *const sources[] = {
        "void main() { gl_Position = vec4(0.0); }",
        "precision mediump float; uniform vec4 colour; void main() { gl_FragColor = colour; }"};
    static const GLenum kinds[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    GLuint program = glCreateProgram();
    for (int i = 0; i < 2; i++) {
        GLuint shader = glCreateShader(kinds[i]);
        glShaderSource(shader, 1, &sources[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glLinkProgram(program);
    glUseProgram(program);
    return glGetUniformLocation(program, "colour");
}

// Five kinds of calls in turn, as in the measurement of apitrace.
static void call(GLint location, long calls, EGLSurface surface) {
    for (long i = 0; i < calls; i += 5) {
        float part = (float)(i & 255) / 255.0f;
        glUniform4f(location, part, 0.5f, 0.25f, 1.0f);
        glBindTexture(GL_TEXTURE_2D, (GLuint)(i & 1));
        glEnable(GL_BLEND);
        glDisable(GL_BLEND);
        if (glGetError() != GL_NO_ERROR) exit(3);
        if (i % CALLS_A_FRAME == 0) eglSwapBuffers(display, surface);
    }
}

// A megabyte of indices, specified in three ways.
static void fill_buffers(void) {
    enum { BUFFERS = 18, SIZE = 1 << 16 };
    static const uint8_t zeros[SIZE];
    PFNGLMAPBUFFEROESPROC map = (PFNGLMAPBUFFEROESPROC)eglGetProcAddress("glMapBufferOES");
    PFNGLUNMAPBUFFEROESPROC unmap = (PFNGLUNMAPBUFFEROESPROC)eglGetProcAddress("glUnmapBufferOES");
    GLuint names[BUFFERS];
    glGenBuffers(BUFFERS, names);
    for (int i = 0; i < BUFFERS; i++) {
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, names[i]);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, SIZE, i % 3 == 0 ? zeros : NULL, GL_STATIC_DRAW);
        if (i % 3 == 1) glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, SIZE, zeros);
        if (i % 3 != 2) continue;
        void *mapped = map(GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY_OES);
        if (mapped == NULL) exit(4);
        memset(mapped, 1, SIZE);
        unmap(GL_ELEMENT_ARRAY_BUFFER);
    }
}

static void *work(void *result) {
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE},
                 size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    eglBindAPI(EGL_OPENGL_ES_API);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    if (!eglMakeCurrent(display, surface, surface, context)) exit(2);
    GLint location = make_program();
    if (with_indices) fill_buffers();
    call(location, CALLS_A_FRAME, surface);
    pthread_barrier_wait(&ready);
    pthread_barrier_wait(&start);
    double fastest = 0;
    long part = count / PARTS;
    for (int i = 0; i < PARTS; i++) {
        double before = seconds(CLOCK_THREAD_CPUTIME_ID);
        call(location, part, surface);
        double each = (seconds(CLOCK_THREAD_CPUTIME_ID) - before) * 1e9 / (double)part;
        if (i == 0 || each < fastest) fastest = each;
    }
    *(double *)result = fastest;
    return NULL;
}

static volatile int sink;

static void store(int value) {
    sink = value;
}

static void (*volatile reference)(int) = store;

static void call_indirectly(int calls) {
    for (int i = 0; i < calls; i++) reference(i);
}

static void read_counter(int readings) {
    for (int i = 0; i < readings; i++) {
#if defined(__x86_64__) || defined(__i386__)
        sink = (int)__builtin_ia32_rdtsc();
#elif defined(__aarch64__)
        uint64_t ticks;
        __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        sink = (int)ticks;
#else
        sink = (int)(int64_t)(seconds(CLOCK_MONOTONIC) * 1e9);
#endif
    }
}

// Returns the time of one call in nanoseconds, measured in the fastest of PARTS runs.
static double cost(void (*run)(int)) {
    enum { TIMES = 100000 };
    double fastest = 0;
    for (int i = 0; i < PARTS; i++) {
        double before = seconds(CLOCK_THREAD_CPUTIME_ID);
        run(TIMES);
        double each = (seconds(CLOCK_THREAD_CPUTIME_ID) - before) * 1e9 / TIMES;
        if (i == 0 || each < fastest) fastest = each;
    }
    return fastest;
}

// Gives the recorder's own thread time to finish.
static void settle(void) {
    struct timespec pause = {0, SETTLE_MS * 1000000L};
    nanosleep(&pause, NULL);
}

int main(int argc, char **argv) {
    const EGLint want[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                           EGL_NONE};
    double results[MOST_THREADS], own = 0;
    pthread_t threads[MOST_THREADS];
    EGLint found = 0;
    int n = argc > 2 ? atoi(argv[2]) : 1;
    count = argc > 1 ? atol(argv[1]) : 1000000;
    with_indices = argc > 3 && strcmp(argv[3], "indices") == 0;
    if (n < 1 || n > MOST_THREADS || count < PARTS * CALLS_A_FRAME) return 2;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, want, &config, 1, &found) ||
        found != 1)
        return 2;
    pthread_barrier_init(&ready, NULL, (unsigned)n + 1);
    pthread_barrier_init(&start, NULL, (unsigned)n + 1);
    for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, work, &results[i]);
    pthread_barrier_wait(&ready);
    settle();
    double before = seconds(CLOCK_PROCESS_CPUTIME_ID);
    pthread_barrier_wait(&start);
    for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
    settle();
    double all = (seconds(CLOCK_PROCESS_CPUTIME_ID) - before) * 1e9 / (double)count / n;
    for (int i = 0; i < n; i++) own += results[i] / n;
    printf("own %.3f\nall %.3f\nindirect %.3f\ncounter %.3f\n", own, all, cost(call_indirectly),
           cost(read_counter));
    return 0;
}
