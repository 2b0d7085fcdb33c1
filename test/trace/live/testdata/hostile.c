// Calls every function with mostly invalid arguments, and prints the outcome of each call: its result, the
// errors, and a checksum of the memory that it received. The output must be the same with and without
// recording.
//
// hostile FIRST END ROUNDS SKIP CONTEXT [AT]: calls the functions from FIRST to before END. SKIP has a byte
// for each round of each function: x for a call to omit. With AT, it starts at that call; a call that crashes
// or hangs is reported, and the program restarts after it.
//
// With FAKE, it is compiled with a recorder and a driver that neither draws nor reads anything.
#define _GNU_SOURCE
#ifdef FAKE
#include "play.h"
#define AT(name) offsetof(struct fake_functions, name)
#else
#include "zz_generated_types.h"
#define AT(name) 0
#endif

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

typedef void (*function)(void);
static function proc;
static EGLDisplay display;
static EGLSurface surface;
static EGLContext context;

// --- memory: an arena that ends where nothing may be read, and a list of pointers that does

enum { ARENA = 1 << 14, LIST = 8 };
static uint8_t *arena, *forbidden;
static const void **list;

// Returns memory in the middle of addresses that may not be read. Calls add offsets to pointers: with a
// sanitizer, they must not reach memory of the sanitizer, which the recorder can read.
static uint8_t *ends_at_nothing(size_t size) {
#ifdef FAKE
    const size_t nothing = (size_t)1 << 32;
#else
    const size_t nothing = 4096; // the address space is limited
#endif
    uint8_t *all =
        mmap(NULL, nothing + size + nothing, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED || mprotect(all + nothing, size, PROT_READ | PROT_WRITE) != 0) exit(3);
    return all + nothing;
}

static void make_memory(void) {
    arena = ends_at_nothing(ARENA);
    forbidden = arena + ARENA;
    list = (const void **)(void *)(ends_at_nothing(4096) + 4096) - LIST;
}

static void fill_memory(uint32_t round) {
    for (uint32_t i = 0; i < ARENA / 4; i++) {
        uint32_t value = round % 3 == 0 ? 0 : round % 3 == 1 ? i % 5 : i % 24 ? 0x61616161 : 0x00616161;
        memcpy(arena + i * 4, &value, 4);
    }
    for (int i = 0; i < LIST; i++) list[i] = arena + 64 * i;
}

static uint32_t sum_memory(void) {
    uint32_t sum = 2166136261u;
    for (uint32_t i = 0; i < ARENA / 4; i++) {
        uint32_t value;
        memcpy(&value, arena + i * 4, 4);
        sum = (sum ^ value) * 16777619u;
    }
    return sum;
}

// --- arguments

static uint64_t state;

static uint32_t any(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static uint64_t any_number(void) {
    static const int64_t numbers[] = {0,         1,         2,         3,      4,      0,      1,
                                      2,         5,         16,        64,     1000,   -1,     -2,
                                      INT32_MAX, INT32_MIN, INT64_MAX, 0x1234, 0x8000, 0x10000};
    return (uint64_t)numbers[any(sizeof numbers / sizeof *numbers)];
}

static uint64_t any_of(const uint32_t *values, uint32_t n) {
    return any(3) ? values[any(n)] : any_number();
}

static uint64_t any_float(void) {
    static const float numbers[] = {0, 1, -1, 0.5f, 1e30f, -1e-30f};
    uint32_t bits;
    memcpy(&bits, &numbers[any(6)], 4);
    return bits;
}

static uint64_t any_pointer(void) {
    static const uint32_t before[] = {0, 1, 4, 16, 64, 256, 1024};
    switch (any(8)) {
    case 0:
        return 0;
    case 1:
        return 16;
    case 2:
        return (uintptr_t)arena + 1;
    case 3:
    case 4:
        return (uintptr_t)forbidden - before[any(7)];
    default:
        return (uintptr_t)arena;
    }
}

static uint64_t any_list(void) {
    return any(4) ? (uintptr_t)list : any_pointer();
}

static uint64_t any_handle(void) {
    const void *handles[] = {NULL, display, display, surface, context, (void *)16};
    return (uintptr_t)handles[any(6)];
}

#define TAKE(place, value)                                                                                   \
    do {                                                                                                     \
        uint64_t value_ = (value);                                                                           \
        memcpy(&(place), &value_, sizeof(place));                                                            \
    } while (0)

static long long answer;

#include "hostile_calls.h"

// --- the driver

#ifdef FAKE
static function find(uint32_t n) {
    function f;
    memcpy(&f, (const char *)&fake_app + calls[n].at, sizeof f);
    return f;
}

static void begin(void) {
    play();
    display = D, surface = S;
}

static void with_context(void) {
    context = make(1, NULL);
    fake_app.eglMakeCurrent(D, S, S, context);
}

static GLenum get_gl_error(void) {
    return fake_app.glGetError();
}
static EGLint get_egl_error(void) {
    return fake_app.eglGetError();
}
static void swap_buffers(void) {
    fake_app.eglSwapBuffers(display, surface);
}
#else
EGLDisplay eglGetDisplay(EGLNativeDisplayType);
EGLBoolean eglInitialize(EGLDisplay, EGLint *, EGLint *);
EGLBoolean eglChooseConfig(EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *);
EGLSurface eglCreatePbufferSurface(EGLDisplay, EGLConfig, const EGLint *);
EGLContext eglCreateContext(EGLDisplay, EGLConfig, EGLContext, const EGLint *);
EGLBoolean eglMakeCurrent(EGLDisplay, EGLSurface, EGLSurface, EGLContext);
EGLBoolean eglSwapBuffers(EGLDisplay, EGLSurface);
EGLint eglGetError(void);
void (*eglGetProcAddress(const char *))(void);

static function find(uint32_t n) {
    return eglGetProcAddress(calls[n].name);
}

static void begin(void) {
    display = eglGetDisplay(NULL);
    if (!eglInitialize(display, NULL, NULL)) exit(2);
}
static void with_context(void) {
    static const EGLint want[] = {0x3033, 1, 0x3040, 0x40, 0x3038}, version[] = {0x3098, 3, 0x3038},
                        size[] = {0x3057, 16, 0x3056, 16, 0x3038};
    EGLConfig config;
    EGLint n;
    if (!eglChooseConfig(display, want, &config, 1, &n) || n < 1) exit(4);
    surface = eglCreatePbufferSurface(display, config, size);
    context = eglCreateContext(display, config, NULL, version);
    if (!eglMakeCurrent(display, surface, surface, context)) exit(5);
    GLuint name;
    ((void (*)(GLsizei, GLuint *))eglGetProcAddress("glGenBuffers"))(1, &name);
    ((void (*)(GLenum, GLuint))eglGetProcAddress("glBindBuffer"))(0x8892, name);
    ((void (*)(GLsizei, GLuint *))eglGetProcAddress("glGenTextures"))(1, &name);
    ((void (*)(GLenum, GLuint))eglGetProcAddress("glBindTexture"))(0x0DE1, name);
    ((GLuint(*)(void))eglGetProcAddress("glCreateProgram"))();
    ((GLuint(*)(GLenum))eglGetProcAddress("glCreateShader"))(0x8B31);
}

static GLenum get_gl_error(void) {
    return ((GLenum(*)(void))eglGetProcAddress("glGetError"))();
}
static EGLint get_egl_error(void) {
    return eglGetError();
}
static void swap_buffers(void) {
    eglSwapBuffers(display, surface);
}
#endif

// --- a call

static char **arguments;
static uint32_t at; // the call that is made

static void crashed(int signal) {
    char next[16];
    (void)signal;
    fprintf(stderr, "skip %u\n", at);
    snprintf(next, sizeof next, "%u", at + 1);
    arguments[6] = next;
    alarm(0); // it would outlive the memory of this program
    execv("/proc/self/exe", arguments);
    _exit(6);
}

static void catch_crashes(void) {
    enum { SIZE = 1 << 16 };
    static char stack[SIZE];
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = SIZE}, NULL);
    const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &(struct sigaction){.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_NODEFER},
                  NULL);
}

static void print_errors(void) {
    for (int i = 0; i < 4; i++) {
        GLenum error = get_gl_error();
        printf(" %04x", error);
        if (error == 0) break;
    }
    printf(" %04x", (unsigned)get_egl_error());
}

static void make_call(uint32_t n, uint32_t round) {
    state = n * 1000003u + round * 7919u + 1;
    fill_memory(round);
    answer = 0;
    calls[n].run();
    printf("%s %u: %lld", calls[n].name, round, answer);
    print_errors();
    printf(" %08x\n", calls[n].opaque ? 0 : sum_memory());
}

int main(int argc, char **argv) {
    if (argc < 6) return printf("%zu\n", sizeof calls / sizeof *calls), 0;
    uint32_t first = (uint32_t)atoi(argv[1]), end = (uint32_t)atoi(argv[2]), rounds = (uint32_t)atoi(argv[3]);
    const char *skip = argv[4];
    int crashes = argc > 6;
    arguments = argv;
    setvbuf(stdout, NULL, _IOLBF, 0);
#ifndef FAKE // sanitizers need more
    setrlimit(RLIMIT_AS, &(struct rlimit){3ul << 30, 3ul << 30});
#endif
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    make_memory();
    begin();
    if (strcmp(argv[5], "context") == 0) with_context();
    if (crashes) catch_crashes();
    for (at = crashes ? (uint32_t)atoi(argv[6]) : 0; at < (end - first) * rounds; at++) {
        uint32_t n = first + at / rounds, round = at % rounds;
        if (skip[at] == 'x' || (proc = find(n)) == NULL) continue;
        if (crashes) alarm(2);
        make_call(n, round);
        if (context != NULL && round == 0 && n % 8 == 0) swap_buffers();
    }
    puts("end");
    fflush(stdout);
    _exit(0);
}
