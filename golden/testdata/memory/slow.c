/* A program with a driver of its own, whose log, files and dladdr wait: while the layer is in one of them on
 * the main thread, another thread creates, specifies and deletes buffers. If that thread has to wait for the
 * report, the program does not end.
 *
 *     slow LAYER.so SETTINGS-FILE
 *
 * It prints how often the other thread ran during each kind of work, for the report that the settings request
 * and for the one of a share group that ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARRAY_BUFFER = 0x8892, BINDING = 0x8894, VERSION = 0x1F02, SIZE = 1000, MOST = 2000 };

/* --- the driver */

static _Atomic(unsigned) names;
static _Thread_local unsigned bound;
static _Thread_local void *current;
static _Atomic(uintptr_t) contexts = 6;

static void gen(int n, unsigned *list) {
    while (n-- > 0) *list++ = ++names;
}

static void delete_names(int n, const unsigned *list) {
    (void)n, (void)list;
}

static void bind(unsigned target, unsigned name) {
    (void)target;
    bound = name;
}

static void buffer_data(unsigned target, intptr_t size, const void *data, unsigned usage) {
    (void)target, (void)size, (void)data, (void)usage;
}

static void get_integer(unsigned name, int *value) {
    if (name == BINDING) *value = (int)bound;
}

static void get_size(unsigned target, unsigned name, int64_t *value) {
    (void)target, (void)name;
    *value = SIZE;
}

static const char *get_string(unsigned name) {
    return name == VERSION ? "OpenGL ES 3.2 simulated" : "";
}

static void *create_context(void *display, void *config, void *share, const int *attributes) {
    (void)display, (void)config, (void)share, (void)attributes;
    return (void *)++contexts;
}

static unsigned make_current(void *display, void *drawn, void *read, void *context) {
    (void)display, (void)drawn, (void)read;
    current = context;
    return 1;
}

static unsigned succeed(void *display, void *object) {
    (void)display, (void)object;
    return 1;
}

static void *get_current(void) {
    return current;
}

static int get_error(void) {
    return 0x3000;
}

enum function {
    // clang-format off
    GEN, DELETE, BIND, DATA, CREATE, MAKE_CURRENT, DESTROY, SWAP, GET_CURRENT, GET_DISPLAY, GET_INTEGER,
    GET_SIZE, GET_STRING, GET_ERROR, FUNCTIONS
    // clang-format on
};

static const struct {
    const char *name;
    void *function;
} driver[FUNCTIONS] = {
    [GEN] = {"glGenBuffers", (void *)gen},
    [DELETE] = {"glDeleteBuffers", (void *)delete_names},
    [BIND] = {"glBindBuffer", (void *)bind},
    [DATA] = {"glBufferData", (void *)buffer_data},
    [CREATE] = {"eglCreateContext", (void *)create_context},
    [MAKE_CURRENT] = {"eglMakeCurrent", (void *)make_current},
    [DESTROY] = {"eglDestroyContext", (void *)succeed},
    [SWAP] = {"eglSwapBuffers", (void *)succeed},
    [GET_CURRENT] = {"eglGetCurrentContext", (void *)get_current},
    [GET_DISPLAY] = {"eglGetCurrentDisplay", (void *)get_current},
    [GET_INTEGER] = {"glGetIntegerv", (void *)get_integer},
    [GET_SIZE] = {"glGetBufferParameteri64v", (void *)get_size},
    [GET_STRING] = {"glGetString", (void *)get_string},
    [GET_ERROR] = {"eglGetError", (void *)get_error},
};

static void *layer[FUNCTIONS];

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, driver[i].name) == 0) return driver[i].function;
    return NULL;
}

static void make_buffer(int keep) {
    unsigned name;
    ((void (*)(int, unsigned *))layer[GEN])(1, &name);
    bind(ARRAY_BUFFER, name);
    ((void (*)(unsigned, intptr_t, const void *, unsigned))layer[DATA])(ARRAY_BUFFER, SIZE, NULL, 0);
    if (!keep) ((void (*)(int, const unsigned *))layer[DELETE])(1, &name);
}

static void make_current_in_layer(void *context) {
    ((unsigned (*)(void *, void *, void *, void *))layer[MAKE_CURRENT])((void *)1, NULL, NULL, context);
}

static void *create(void *share) {
    return ((void *(*)(void *, void *, void *, const int *))layer[CREATE])((void *)1, NULL, share, NULL);
}

/* --- the other thread */

enum work { LOG, FILE_WRITE, DLADDR, WORKS };

static sem_t go, done;
static int turns[WORKS], ready;
static pthread_t other;

static void *run_other(void *context) {
    make_current_in_layer(context);
    for (int n = 0;; n++) {
        sem_post(&done);
        sem_wait(&go);
        make_buffer(n < MOST && n % 2);
    }
    return NULL;
}

/* What waits lets the other thread run, and returns when it has run. */
static void let_other_run(enum work work) {
    if (!ready || pthread_equal(pthread_self(), other)) return;
    sem_post(&go);
    sem_wait(&done);
    turns[work]++;
}

static void print_turns(const char *report) {
    printf("%s: log %d, file %d, dladdr %d\n", report, turns[LOG], turns[FILE_WRITE], turns[DLADDR]);
    fflush(stdout);
    memset(turns, 0, sizeof turns);
}

/* --- what waits */

static ssize_t write_log(void *cookie, const char *text, size_t size) {
    (void)cookie;
    let_other_run(LOG);
    return write(2, text, size);
}

static ssize_t write_file(void *cookie, const char *text, size_t size) {
    let_other_run(FILE_WRITE);
    return fwrite(text, 1, size, cookie) == size ? (ssize_t)size : 0;
}

static int close_file(void *cookie) {
    let_other_run(FILE_WRITE);
    return fclose(cookie);
}

/* These replace the functions of the C library for the layer. */
FILE *fdopen(int descriptor, const char *mode) {
    FILE *(*real)(int, const char *) = (FILE * (*)(int, const char *)) dlsym(RTLD_NEXT, "fdopen");
    FILE *f = real(descriptor, mode);
    if (f == NULL || mode[0] != 'w') return f;
    return fopencookie(f, "w", (cookie_io_functions_t){.write = write_file, .close = close_file});
}

int dladdr(const void *address, Dl_info *info) {
    int (*real)(const void *, Dl_info *) = (int (*)(const void *, Dl_info *))dlsym(RTLD_NEXT, "dladdr");
    let_other_run(DLADDR);
    return real(address, info);
}

int main(int argc, char **argv) {
    alarm(300);
    void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL) return 1;
    ((void (*)(void *, void *(*)(void *, const char *)))dlsym(library, "AndroidGLESLayer_Initialize"))(
        &names, get_next);
    void *(*get)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(library, "AndroidGLESLayer_GetProcAddress");
    for (int i = 0; i < FUNCTIONS; i++) layer[i] = get(driver[i].name, driver[i].function);
    stderr = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_log});
    setvbuf(stderr, NULL, _IONBF, 0);

    void *context = create(NULL), *shared = create(context), *ending = create(NULL);
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    make_current_in_layer(ending);
    for (int i = 0; i < 10; i++) make_buffer(1);
    make_current_in_layer(context);
    for (int i = 0; i < 30; i++) make_buffer(1);
    if (pthread_create(&other, NULL, run_other, shared) != 0) return 1;
    sem_wait(&done);
    ready = 1;

    FILE *settings = fopen(argv[2], "w");
    if (settings == NULL || fputs("memory.report=7\n", settings) < 0 || fclose(settings) != 0) return 1;
    for (int i = 0; i < 130; i++) ((unsigned (*)(void *, void *))layer[SWAP])((void *)1, NULL);
    print_turns("requested");
    ((unsigned (*)(void *, void *))layer[DESTROY])((void *)1, ending);
    print_turns("ended");
    return 0;
}
