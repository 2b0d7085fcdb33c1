// Two equal drivers, one below the layer and one plain: whatever an app does at random, glGetError says the
// same of both.
//
//     host LAYER one|number|order|endless|calm SEED

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXTS = 6, KINDS = 16, LOST = 0x0507 };

// --- a driver

// The kinds of error: one flag; a flag for each kind, read by number or in the order in which they came; or
// one that stays.
static enum { ONE, NUMBER, ORDER, ENDLESS, CALM } flags; // CALM: one flag, never set

struct context {
    int there, doomed, es1, lost, n;
    unsigned error[KINDS];
};

static struct driver {
    struct context context[CONTEXTS + 1]; // by handle; 0 is none
    uintptr_t current;
} below, plain, *driver;

static int gets; // how often below was asked for errors

static void set_error(unsigned error) {
    struct context *c = &driver->context[driver->current];
    if (!driver->current) return;
    if (c->lost) error = LOST;
    for (int i = 0; i < c->n; i++)
        if (c->error[i] == error) return;
    if (c->n > 0 && (flags == ONE || flags == ENDLESS)) return;
    int at = c->n++;
    for (; flags == NUMBER && at > 0 && c->error[at - 1] > error; at--) c->error[at] = c->error[at - 1];
    c->error[at] = error;
}

static void touch(void) {
    if (driver->context[driver->current].lost) set_error(LOST);
}

static unsigned get_error(void) {
    struct context *c = &driver->context[driver->current];
    gets += driver == &below;
    if (!driver->current) return 0;
    if (c->lost && flags == ENDLESS) return LOST;
    if (c->n == 0) return 0;
    unsigned first = c->error[0];
    if (flags != ENDLESS) memmove(c->error, c->error + 1, (size_t)--c->n * sizeof *c->error);
    return first;
}

// Makes the error that it is called with, or none for 1. The numbers that mean something to the layer are
// GL's.
static void enable(unsigned cap) {
    if (cap == 0)
        set_error(0x0500);
    else if (cap > 1)
        set_error(cap);
    else
        touch();
}

static void line_width(float width) {
    if (width <= 0)
        set_error(0x0501);
    else
        touch();
}

static void get_integer(unsigned name, int *value) {
    enable(name), *value = 0;
}

static void *create_context(void *dpy, void *config, void *share, const int *attribs) {
    (void)dpy, (void)config, (void)share;
    uintptr_t at = 1;
    while (at <= CONTEXTS && driver->context[at].there) at++;
    if (at > CONTEXTS) return NULL;
    driver->context[at] = (struct context){.there = 1, .es1 = attribs != NULL};
    return (void *)at;
}

static int known(uintptr_t context) {
    return context == 0 ||
           (context <= CONTEXTS && driver->context[context].there && !driver->context[context].doomed);
}

static unsigned make_current(void *dpy, void *draw, void *read, void *context) {
    (void)dpy, (void)draw, (void)read;
    struct context *old = &driver->context[driver->current];
    if (!known((uintptr_t)context)) return 0;
    driver->current = (uintptr_t)context;
    if (old->doomed && old != &driver->context[driver->current]) *old = (struct context){.there = 0};
    return 1;
}

static unsigned release_thread(void) {
    return make_current(NULL, NULL, NULL, NULL);
}

static unsigned destroy_context(void *dpy, void *context) {
    uintptr_t at = (uintptr_t)context;
    if (dpy != NULL || at == 0 || !known(at)) return 0;
    if (driver->current == at)
        driver->context[at].doomed = 1;
    else
        driver->context[at].there = 0;
    return 1;
}

static void *current_context(void) {
    return (void *)driver->current;
}

// --- the app

typedef void *(*get_next_fn)(void *layer_id, const char *name);
typedef void *fn;

static const struct {
    const char *name;
    fn function;
} functions[] = {
    {"eglGetCurrentContext", (fn)current_context},
    {"eglCreateContext", (fn)create_context},
    {"eglMakeCurrent", (fn)make_current},
    {"eglReleaseThread", (fn)release_thread},
    {"eglDestroyContext", (fn)destroy_context},
    {"glGetError", (fn)get_error},
    {"glEnable", (fn)enable},
    {"glLineWidth", (fn)line_width},
    {"glGetIntegerv", (fn)get_integer},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static fn layered[FUNCTIONS];

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(functions[i].name, name) == 0) return functions[i].function;
    return NULL;
}

static void load(const char *path) {
    void *layer = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void (*initialize)(void *, get_next_fn) =
        layer ? (void (*)(void *, get_next_fn))dlsym(layer, "AndroidGLESLayer_Initialize") : NULL;
    void *(*get_proc)(const char *, void *) =
        layer ? (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress") : NULL;
    if (initialize == NULL || get_proc == NULL) fprintf(stderr, "%s\n", dlerror()), exit(2);
    driver = &below;
    initialize(layer, get_next);
    for (int i = 0; i < FUNCTIONS; i++) layered[i] = get_proc(functions[i].name, functions[i].function);
}

static uint32_t seed;

static uint32_t chance(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

// Calls a function of the plain driver, and the one that a layer stands before, with equal arguments.
#define BOTH(type, name, ...)                                                                                \
    (driver = &plain, expected = (uintptr_t)((type)function(name, 0))(__VA_ARGS__), driver = &below,         \
     got = (uintptr_t)((type)function(name, through))(__VA_ARGS__))
#define BOTH_VOID(type, name, ...)                                                                           \
    (driver = &plain, ((type)function(name, 0))(__VA_ARGS__), driver = &below,                               \
     ((type)function(name, through))(__VA_ARGS__))

static fn function(const char *name, int through) {
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(functions[i].name, name) == 0) return through ? layered[i] : functions[i].function;
    exit(3);
}

static const unsigned errors[] = {0x0500, 0x0501, 0x0502, 0x0505, 0x0506, 0x8031};

static unsigned some_error(void) {
    return chance(2) ? 1 : errors[chance(sizeof errors / sizeof *errors)];
}

static uintptr_t expected, got;

// A step of the app. GL calls reach a layer from contexts of ES 2.0 and newer alone; some queries from
// everywhere.
static void step(void) {
    static const int es1[] = {1, 1};
    int value, through = 1;
    expected = got = 0;
    const struct context *c = &plain.context[plain.current];
    switch (chance(14)) {
    case 0:
        BOTH(void *(*)(void *, void *, void *, const int *), "eglCreateContext", NULL, NULL, NULL,
             chance(4) ? NULL : es1);
        return;
    case 1: {
        void *context = (void *)(uintptr_t)chance(CONTEXTS + 3);
        void *dpy = chance(3) ? NULL : &seed; // not a display
        BOTH(unsigned (*)(void *, void *), "eglDestroyContext", dpy, context);
        return;
    }
    case 2:
    case 3: {
        void *context = (void *)(uintptr_t)chance(CONTEXTS + 3);
        BOTH(unsigned (*)(void *, void *, void *, void *), "eglMakeCurrent", NULL, NULL, NULL, context);
        return;
    }
    case 4:
        if (chance(8) == 0) BOTH(unsigned (*)(void), "eglReleaseThread");
        return;
    case 5:
        if (chance(40) == 0 && plain.current)
            plain.context[plain.current].lost = below.context[below.current].lost = 1;
        return;
    case 6: {
        unsigned error = some_error();
        BOTH_VOID(void (*)(unsigned, int *), "glGetIntegerv", error, &value);
        return;
    }
    }
    if (plain.current == 0) return;
    through = !c->es1;
    switch (chance(8)) {
    case 0:
        through = 0; // a command that nobody intercepts
        // fallthrough
    case 1:
    case 2:
    case 3: {
        unsigned error = some_error();
        BOTH_VOID(void (*)(unsigned), "glEnable", error);
        return;
    }
    default:
        BOTH(unsigned (*)(void), "glGetError");
    }
}

static void begin(int through) {
    BOTH(void *(*)(void *, void *, void *, const int *), "eglCreateContext", NULL, NULL, NULL, NULL);
    BOTH(unsigned (*)(void *, void *, void *, void *), "eglMakeCurrent", NULL, NULL, NULL, (void *)got);
}

// The layer learns of a driver's flags from the first two errors; a lost context, which may come first, does
// not tell.
static void warm_up(void) {
    int through = 1;
    BOTH_VOID(void (*)(unsigned), "glEnable", 0x0502u);
    BOTH_VOID(void (*)(unsigned), "glEnable", 0x0501u);
}

// What the layer would call to wait or to get memory: the program's own come before the C library's.
static int (*real_lock)(pthread_mutex_t *);
static int waits;
extern void *__libc_malloc(size_t size);

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    waits++;
    return real_lock(mutex);
}

void *malloc(size_t size) {
    waits++;
    return __libc_malloc(size);
}

// Without errors nothing locks or allocates, whatever the app does with its contexts.
static void run_calm(void) {
    int through = 1, value;
    begin(1);
    for (int i = 0; i < 1000; i++) {
        if (i == 1) waits = 0; // a thread's own memory comes with its first call
        BOTH_VOID(void (*)(unsigned), "glEnable", 1u);
        BOTH_VOID(void (*)(unsigned, int *), "glGetIntegerv", 1u, &value);
        BOTH(unsigned (*)(void), "glGetError");
        BOTH(unsigned (*)(void), "eglReleaseThread");
        BOTH(unsigned (*)(void *, void *), "eglDestroyContext", NULL, (void *)1);
        begin(1);
    }
    printf("waited %d times\n", waits);
}

// A driver that says the same for ever is not asked for ever.
static void run_endless(unsigned error, int lost) {
    int through = 1;
    below = plain = (struct driver){.current = 0};
    begin(1);
    below.context[below.current].lost = lost;
    gets = 0;
    BOTH_VOID(void (*)(unsigned), "glEnable", error);
    printf("asked %d times:", gets);
    for (int i = 0; i < 3; i++) {
        BOTH(unsigned (*)(void), "glGetError");
        printf(" %04x", (unsigned)got);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    static const char *const names[] = {"one", "number", "order", "endless", "calm"};
    if (argc != 4) return 2;
    while (strcmp(names[flags], argv[2]) != 0)
        if (++flags > CALM) return 2;
    seed = (uint32_t)strtoul(argv[3], NULL, 10);
    int late = flags < ENDLESS && seed % 2; // the app has a context already when the layer comes
    if (late) begin(0);
    real_lock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
    load(argv[1]);
    if (flags == CALM) return run_calm(), 0;
    if (flags == ENDLESS) return run_endless(1, 1), run_endless(0x0502, 0), 0;
    if (!late) begin(1);
    warm_up();
    int read = 0;
    for (int i = 0; i < 200000; i++) {
        step();
        if (expected != got || plain.current != below.current) {
            printf("step %d: the plain driver says %04x, the layer %04x\n", i, (unsigned)expected,
                   (unsigned)got);
            return 1;
        }
        read += got >= 0x0500;
    }
    printf("%d errors read\n", read);
    return read > 1000 ? 0 : 1;
}
