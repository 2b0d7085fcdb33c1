/* A program with a driver and a GPU that it simulates: a draw of N vertices takes N ns. It loads a layer with
 * the module gputime as Android's loader does, and compares the times that the layer knows with those of the
 * GPU. The driver can lie.
 *
 *     app LAYER.so SCENARIO SEED QUERIES
 *
 * SCENARIO is the name of a function in the table at the end. QUERIES says what the driver has: "stamps",
 * "short" (time stamps of 40 bits), "elapsed" or "none". */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned char boolean;

static void fail(const char *format, uint64_t a, uint64_t b) {
    fprintf(stderr, "app: ");
    fprintf(stderr, format, (unsigned long long)a, (unsigned long long)b);
    fputc('\n', stderr);
    exit(1);
}

/* --- time: the layer's clock is the program's */

static uint64_t clock_now = 1000000000;

int clock_gettime(clockid_t id, struct timespec *at) {
    (void)id;
    at->tv_sec = (time_t)(clock_now / 1000000000);
    at->tv_nsec = (long)(clock_now % 1000000000);
    return 0;
}

/* --- the driver */

enum { NAMES = 1000, TIME_ELAPSED = 0x88BF, TIMESTAMP = 0x8E28, DISJOINT = 0x8FBB };

struct query {
    uint64_t value, ready; /* the swap from which the result is available */
    int made, used;
};

static int has_stamps, has_elapsed;
static uint64_t mask = UINT64_MAX;
static uint64_t gpu = 5000, swaps, delay;
static int lies_negative, lost, never_ready, disjoint;
static struct query queries[NAMES];
static unsigned active_of[4], made, error, framebuffer;
static unsigned stamps_in_frame, most_stamps;
static uint64_t fences[NAMES];
static unsigned fence_count, fences_alive;
static __thread void *current;
#define active active_of[(uintptr_t)current] /* a query is active in one context */

static void gen_queries(int n, unsigned *names) {
    for (int i = 0; i < n && !lost; i++) {
        if (made + 1 >= NAMES) fail("%llu queries", made, 0);
        names[i] = ++made;
        queries[made].made = 1;
    }
}

static void use_query(unsigned name) {
    if (!queries[name].made) error = 0x0502;
    queries[name].used = 1;
    queries[name].ready = swaps + delay;
    if (++stamps_in_frame > most_stamps) most_stamps = stamps_in_frame;
}

static void query_counter(unsigned name, unsigned target) {
    if (target != TIMESTAMP || !has_stamps) error = 0x0500;
    use_query(name);
    queries[name].value = gpu & mask;
}

static void begin_query(unsigned target, unsigned name) {
    if (target != TIME_ELAPSED || !(has_elapsed || has_stamps)) error = 0x0500;
    if (active) error = 0x0502;
    active = name;
    use_query(name);
    queries[name].value = gpu;
}

static void end_query(unsigned target) {
    if (target != TIME_ELAPSED || !active) error = 0x0502;
    queries[active].value = gpu - queries[active].value;
    queries[active].ready = swaps + delay;
    active = 0;
}

static void get_query(unsigned target, unsigned name, int *value) {
    if (name == 0x8865) {
        *value = target == TIME_ELAPSED ? (int)active : 0;
        return;
    }
    if (name != 0x8864) error = 0x0500;
    *value = target == TIMESTAMP         ? (has_stamps ? (mask == UINT64_MAX ? 64 : 40) : 0)
             : has_elapsed || has_stamps ? 64
                                         : 0;
}

static int is_ready(unsigned name) {
    return lost || (!never_ready && queries[name].used && name != active && swaps >= queries[name].ready);
}

static void get_query_uint(unsigned name, unsigned what, unsigned *value) {
    if (what != 0x8867) error = 0x0500;
    *value = (unsigned)is_ready(name);
}

static void get_query_uint64(unsigned name, unsigned what, uint64_t *value) {
    if (what != 0x8866) error = 0x0500;
    if (!is_ready(name)) fail("query %llu is read before its result is there", name, 0);
    if (lost) return; /* stores nothing */
    *value = queries[name].value;
    if (lies_negative) *value = has_stamps ? (mask - queries[name].value) & mask : (uint64_t)-5;
}

static void draw(unsigned mode, int first, int count) {
    (void)mode, (void)first;
    gpu += (uint64_t)count;
}

static void bind_framebuffer(unsigned target, unsigned name) {
    (void)target;
    framebuffer = name;
}

static void delete_framebuffers(int n, const unsigned *names) {
    for (int i = 0; i < n; i++)
        if (names[i] == framebuffer) framebuffer = 0;
}

static void get_integer(unsigned name, int *value) {
    if (name == 0x8CA6) *value = (int)framebuffer;
    if (name != DISJOINT) return;
    *value = disjoint;
    disjoint = 0;
}

static void get_float(unsigned name, float *value) {
    int whole = 0;
    get_integer(name, &whole);
    *value = (float)whole;
}

static void push_group(unsigned source, unsigned id, int length, const char *message) {
    (void)source, (void)id, (void)length, (void)message;
}

static void push_marker(int length, const char *message) {
    (void)length, (void)message;
}

static void pop_group(void) {}

static void *fence_sync(unsigned condition, unsigned flags) {
    if (condition != 0x9117 || flags) error = 0x0500;
    fences[++fence_count] = swaps + delay;
    fences_alive++;
    return (void *)(uintptr_t)fence_count;
}

static void get_sync(void *sync, unsigned name, int size, int *length, int *values) {
    if (name != 0x9114 || size != 1 || length) error = 0x0500;
    *values = !never_ready && swaps >= fences[(uintptr_t)sync] ? 0x9119 : 0x9118;
}

static void delete_sync(void *sync) {
    if (!sync) error = 0x0501;
    fences_alive--;
}

static const char *get_string(unsigned name) {
    if (name == 0x1F02) return "OpenGL ES 3.2 simulated";
    return has_stamps || has_elapsed ? "GL_A GL_EXT_disjoint_timer_query" : "GL_A";
}

static unsigned swap(void *display, void *surface) {
    (void)display, (void)surface;
    swaps++;
    stamps_in_frame = 0;
    clock_now += 16000000;
    return 1;
}

static void *create_context(void *display, void *config, void *share, const int *attributes) {
    static uintptr_t contexts;
    (void)display, (void)config, (void)share, (void)attributes;
    return (void *)++contexts;
}

static unsigned make_current(void *display, void *drawn, void *read, void *context) {
    (void)display, (void)drawn, (void)read;
    current = context;
    return 1;
}

static void *get_current(void) {
    return current;
}

static void *get_display(void) {
    return current ? (void *)1 : NULL;
}

static const struct {
    const char *name;
    void *function;
} driver[] = {
    {"glDrawArrays", (void *)draw},
    {"eglSwapBuffers", (void *)swap},
    {"glBindFramebuffer", (void *)bind_framebuffer},
    {"glPushDebugGroup", (void *)push_group},
    {"glPopDebugGroup", (void *)pop_group},
    {"glBeginQueryEXT", (void *)begin_query},
    {"glEndQueryEXT", (void *)end_query},
    {"glGetIntegerv", (void *)get_integer},
    {"eglMakeCurrent", (void *)make_current},
    {"eglCreateContext", (void *)create_context},
    {"glGetFloatv", (void *)get_float},
    {"glDeleteFramebuffers", (void *)delete_framebuffers},
    {"glPushGroupMarkerEXT", (void *)push_marker},
    {"glPopGroupMarkerEXT", (void *)pop_group},
    {"glGenQueriesEXT", (void *)gen_queries},
    {"glQueryCounterEXT", (void *)query_counter},
    {"glGetQueryivEXT", (void *)get_query},
    {"glGetQueryObjectuivEXT", (void *)get_query_uint},
    {"glGetQueryObjectui64vEXT", (void *)get_query_uint64},
    {"glFenceSync", (void *)fence_sync},
    {"glGetSynciv", (void *)get_sync},
    {"glDeleteSync", (void *)delete_sync},
    {"glGetString", (void *)get_string},
    {"eglGetCurrentContext", (void *)get_current},
    {"eglGetCurrentDisplay", (void *)get_display},
};

enum {
    DRAW,
    SWAP,
    BIND,
    PUSH,
    POP,
    BEGIN,
    END,
    GET,
    MAKE,
    CREATE,
    GET_FLOAT,
    DELETE,
    PUSH_MARKER,
    POP_MARKER
};
enum { FUNCTIONS = sizeof driver / sizeof *driver };

static void *functions[FUNCTIONS]; /* of the layer */

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, driver[i].name) == 0) return driver[i].function;
    return NULL;
}

static void load(const char *path) {
    void *layer = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (layer == NULL) {
        fprintf(stderr, "app: %s\n", dlerror());
        exit(1);
    }
    ((void (*)(void *, void *(*)(void *, const char *)))dlsym(layer, "AndroidGLESLayer_Initialize"))(
        &gpu, get_next);
    void *(*get)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    for (int i = 0; i < FUNCTIONS; i++) functions[i] = get(driver[i].name, driver[i].function);
}

/* --- calls of the program */

static void app_draw(unsigned ns) {
    ((void (*)(unsigned, int, int))functions[DRAW])(4, 0, (int)ns);
}

static void app_bind(unsigned name) {
    ((void (*)(unsigned, unsigned))functions[BIND])(0x8D40, name);
}

static void app_push(const char *name) {
    ((void (*)(unsigned, unsigned, int, const char *))functions[PUSH])(0x824A, 0, -1, name);
}

static void app_pop(void) {
    ((void (*)(void))functions[POP])();
}

static void app_swap(void) {
    ((unsigned (*)(void *, void *))functions[SWAP])((void *)1, (void *)2);
}

static int app_disjoint(void) {
    static int n;
    float real = -1;
    int value = -1;
    if (n++ % 2)
        ((void (*)(unsigned, float *))functions[GET_FLOAT])(DISJOINT, &real), value = (int)real;
    else
        ((void (*)(unsigned, int *))functions[GET])(DISJOINT, &value);
    return value;
}

static void app_current(void *context) {
    ((unsigned (*)(void *, void *, void *, void *))functions[MAKE])((void *)1, (void *)2, (void *)2, context);
}

static void *app_context(void) {
    return ((void *(*)(void *, void *, void *, const int *))functions[CREATE])((void *)1, (void *)1, NULL,
                                                                               NULL);
}

/* --- what the layer knows */

static uint64_t seen; /* the last time of a frame that the layer knows */

/* The hook of eglSwapBuffers in the layer calls this. */
void saw_frame(unsigned long long ns) {
    seen = ns;
}

static uint32_t state;

static uint32_t random_below(uint32_t n) {
    state = state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(state >> 8) * n >> 24);
}

/* --- the system trace */

static boolean traced;

boolean ATrace_isEnabled(void) {
    return traced;
}
void ATrace_beginSection(const char *name) {
    (void)name;
}
void ATrace_endSection(void) {}

/* Prints the counters of a frame in the middle. */
void ATrace_setCounter(const char *name, int64_t value) {
    if (swaps == 21) printf("%s: %lld\n", name, (long long)value);
}

/* --- scenarios */

/* Frames with known passes and groups; the test reads the log. */
static void run_exact(void) {
    delay = !has_elapsed;
    for (int i = 0; i < 140; i++) {
        app_push("scene");
        app_bind(7);
        app_draw(1000000);
        app_push("trees");
        app_draw(500000);
        app_draw(500000);
        app_pop();
        app_bind(0);
        app_draw(250000);
        app_pop();
        app_bind(0);
        if (i % 2) app_draw(750000);
        app_swap();
        gpu += 3000000; /* of other processes, while this one does not draw */
    }
}

static void run_traced(void) {
    traced = 1;
    run_exact();
}

/* A group that stays open over frames, deep groups, and more passes than queries. */
static void run_many(void) {
    app_push("all");
    for (int i = 0; i < 140; i++) {
        for (unsigned k = 0; k < 40; k++) app_push("deep");
        app_draw(1000);
        for (unsigned k = 0; k < 40; k++) app_pop();
        for (unsigned k = 1; k < 30; k++) app_bind(k), app_draw(1000 * k);
        app_bind(0);
        app_swap();
    }
    if (most_stamps > 16) fail("%llu queries in a frame", most_stamps, 0);
}

enum { FRAMES = 400, UNIT = 1000000 };

/* Random frames, whose times identify them. A time that the layer knows is right, and not of a frame during
 * which the clock changed, or whose result the driver invented. */
static void run_random(void) {
    static uint64_t total[FRAMES], told; /* doubtful: 0 */
    int owed = 0, measures = has_stamps || (has_elapsed && state % 2),
        exact = has_stamps || (has_elapsed && !measures);
    delay = random_below(6);
    for (uint32_t n = 1; n < FRAMES; n++) {
        uint32_t draws = random_below(40), measuring = 0;
        uint64_t from = 0, begun = gpu, used = 0;
        int doubtful = 0;
        gpu += random_below(1000);
        begun = gpu;
        for (uint32_t i = 0; i <= draws; i++) {
            uint32_t ns = i == 0 ? n * UNIT : random_below(UNIT / 50);
            switch (random_below(12)) {
            case 0:
                app_bind(random_below(3));
                break;
            case 1:
                app_push("group");
                break;
            case 2:
                app_pop();
                break;
            case 3:
                if (measuring || !measures) break;
                gen_queries(1, &measuring);
                ((void (*)(unsigned, unsigned))functions[BEGIN])(TIME_ELAPSED, measuring);
                from = gpu;
                break;
            case 4:
                if (n % 7 == 0 && random_below(3) == 0) disjoint = 1, doubtful = 1, owed = 1;
                break;
            case 5:
                if (random_below(8) == 0) {
                    int value = app_disjoint();
                    if (value != owed)
                        fail("GL_GPU_DISJOINT_EXT is %llu, not %llu", (uint64_t)value, (uint64_t)owed);
                    owed = 0;
                }
                break;
            }
            app_draw(ns);
            used += ns;
        }
        if (measuring) {
            ((void (*)(unsigned))functions[END])(TIME_ELAPSED);
            if (queries[measuring].value != gpu - from)
                fail("the query of the app has %llu, not %llu", queries[measuring].value, gpu - from);
            queries[measuring] = (struct query){.made = 0};
            if (measuring == made) made--; /* the name is free again */
        }
        if (used != gpu - begun) fail("%llu ns, not %llu", gpu - begun, used);
        total[n] = doubtful ? 0 : used;
        lies_negative = n % 50 > 40;
        app_swap();
        if (error) fail("the layer caused the error %llx", error, 0);
        if (seen == told || !exact) continue;
        told = seen;
        uint64_t frame = seen / UNIT;
        if (frame == 0 || frame > n || total[frame] != seen)
            fail("frame %llu is said to take %llu ns", frame, seen);
        if (lies_negative) fail("frame %llu has a time of %llu, which the driver invented", frame, seen);
    }
}

/* The driver loses the context, and then stores no results. */
static void run_lost(void) {
    for (int i = 0; i < 140; i++) {
        lost = i >= 20;
        app_bind((unsigned)i % 2);
        app_draw(1000);
        app_bind(0);
        app_draw(1000);
        app_swap();
    }
}

/* The driver never has a result. */
static void run_late(void) {
    never_ready = 1;
    for (int i = 0; i < 140; i++) app_draw(1000), app_swap();
    if (made > 200) fail("%llu queries", made, 0);
    if (fences_alive > 16) fail("%llu fences", fences_alive, 0);
}

static void *one_frame(void *context) {
    app_current(context);
    app_bind(3);
    app_draw(4000);
    app_current(NULL);
    return NULL;
}

/* A context is used by a thread and then by another within each frame; a second context draws in between. */
static void run_threads(void) {
    void *context = (void *)1, *second = app_context();
    for (int i = 0; i < 140; i++) {
        pthread_t thread;
        app_current(context);
        app_bind(0);
        app_draw(1000);
        app_current(second);
        app_draw(5000);
        app_swap();
        app_current(NULL);
        if (pthread_create(&thread, NULL, one_frame, context) != 0) fail("no thread", 0, 0);
        pthread_join(thread, NULL);
        app_current(context);
        app_draw(20000);
        app_swap();
    }
}

static void set_on(const char *value) {
    char path[4096];
    snprintf(path, sizeof path, "%s/gleslayer.conf", getenv("XDG_CONFIG_HOME"));
    FILE *file = fopen(path, "w");
    if (!file) fail("no settings", 0, 0);
    fprintf(file, "gputime.on=%s\n", value);
    fclose(file);
}

/* The module is switched off and on within frames; meanwhile the framebuffer and the groups change. */
static void run_switched(void) {
    for (int i = 0; i < 600; i++) {
        if (i % 60 == 50) set_on(i / 60 % 2 ? "1" : "0");
        app_push(i % 3 ? "a" : "b");
        app_bind((unsigned)i % 5);
        app_draw(1000);
        if (i % 4 == 0) app_pop();
        app_swap();
        if (i % 4) app_pop();
        unsigned name = 0;
        if ((i == 100 || i == 400) && has_elapsed) { /* the module is off, or has begun a query of its own */
            app_draw(10);
            gen_queries(1, &name);
            ((void (*)(unsigned, unsigned))functions[BEGIN])(TIME_ELAPSED, name);
            ((void (*)(unsigned))functions[END])(TIME_ELAPSED);
        }
        if (error) fail("the layer caused the error %llx in frame %llu", error, (uint64_t)i);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} scenarios[] = {{"exact", run_exact},     {"traced", run_traced},    {"many", run_many},
                 {"random", run_random},   {"lost", run_lost},        {"late", run_late},
                 {"threads", run_threads}, {"switched", run_switched}};

int main(int argc, char **argv) {
    if (argc != 5) fail("app LAYER.so SCENARIO SEED QUERIES", 0, 0);
    state = (uint32_t)atoi(argv[3]);
    has_stamps = strcmp(argv[4], "stamps") == 0 || strcmp(argv[4], "short") == 0;
    has_elapsed = has_stamps || strcmp(argv[4], "elapsed") == 0;
    if (strcmp(argv[4], "short") == 0) mask = (UINT64_C(1) << 40) - 1, gpu = mask - 30000000;
    load(argv[1]);
    app_current(app_context());
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        if (strcmp(scenarios[i].name, argv[2]) == 0) scenarios[i].run();
    if (error) fail("the layer caused the error %llx", error, 0);
    printf("%llu frames\n", (unsigned long long)swaps);
    return 0;
}
