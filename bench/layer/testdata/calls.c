// Calls functions in several ways, many times each. Prints the time of a call as lines WAY.FUNCTION
// NANOSECONDS, and how often Go allocated memory in a million calls of each hook as lines
// allocations.FUNCTION COUNT.
//
//     calls NAMES.txt SHARE DRIVER.so NO_HOOK.so C_HOOK.so SAMPLES.so GO_HOOK.so
//
// The ways alternate in blocks of about a millisecond, and the shortest block of each counts, because other
// load can only make a block longer. SHARE, from 0 to 1, is the part of the usual number of calls to make.

#include "bare/offer.h"
#include "below.h"
#include "layer.h"
#include "signatures.h"

enum { BLOCKS = 60, ALLOCATION_CALLS = 1000000 };

// --- the app

static int32_t attribs[] = {0x3038}, count;
static uintptr_t configs[4];

// The ways from the app to the driver.
enum way { DIRECT, NO_HOOK, C_HOOK, SAMPLES, BARE, GO_HOOK, WAYS };

// The function that is called. It is volatile: the compiler must not know the function, and must load its
// address for each call, as apps do.
static function volatile called[WAYS];

// A loop of calls, and its time in nanoseconds. Each way has its own loop, because a call site in an app
// always calls the same function and a processor is slower when the target changes.
#define LOOP(name, way, type, ...)                                                                           \
    static double name##_##way(long calls) {                                                                 \
        int64_t start = now();                                                                               \
        for (long i = 0; i < calls; i++) ((type)called[way])(__VA_ARGS__);                                   \
        return (double)(now() - start);                                                                      \
    }
#define LOOPS(name, type, ...)                                                                               \
    LOOP(name, DIRECT, type, __VA_ARGS__)                                                                    \
    LOOP(name, NO_HOOK, type, __VA_ARGS__)                                                                   \
    LOOP(name, C_HOOK, type, __VA_ARGS__)                                                                    \
    LOOP(name, SAMPLES, type, __VA_ARGS__)                                                                   \
    LOOP(name, BARE, type, __VA_ARGS__)                                                                      \
    LOOP(name, GO_HOOK, type, __VA_ARGS__)
#define NAMES(name)                                                                                          \
    { name##_DIRECT, name##_NO_HOOK, name##_C_HOOK, name##_SAMPLES, name##_BARE, name##_GO_HOOK }

LOOPS(error, error_fn, )
LOOPS(draw, draw_fn, 4, 0, 3)
LOOPS(uniform, uniform_fn, 1, 0.5f, 0.25f, 0.125f, 1)
LOOPS(choose, choose_fn, 1, attribs, configs, 4, &count)
LOOPS(image, image_fn, 0x0DE1, 0, 0x1908, 64, 64, 0, 0x1908, 0x1401, 12)
LOOP(nothing, BARE, function, )

typedef double (*loop_fn)(long calls);

static const struct {
    const char *name;
    loop_fn loops[WAYS];
} functions[] = {
    {"glGetError", NAMES(error)},       {"glDrawArrays", NAMES(draw)},  {"glUniform4f", NAMES(uniform)},
    {"eglChooseConfig", NAMES(choose)}, {"glTexImage2D", NAMES(image)},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

// --- the ways

static struct {
    const char *name;
    long calls; // calls in a block
    function functions[FUNCTIONS];
} ways[WAYS] = {
    {"direct", 200000, {NULL}}, {"none", 200000, {NULL}}, {"c", 200000, {NULL}},
    {"samples", 40000, {NULL}}, {"bare", 15000, {NULL}},  {"go", 15000, {NULL}},
};

static struct names names;
static const struct offer *offers;

void bench_take(const struct offer *from_layer) {
    offers = from_layer;
}

static void take_layer(int way, const char *path) {
    get_address_fn get_address = open_layer(path, get_next);
    walk(get_address, &names, (void *)other);
    for (int i = 0; i < FUNCTIONS; i++) {
        void *next = dlsym(driver, functions[i].name);
        ways[way].functions[i] = (function)get_address(functions[i].name, next);
        if ((void *)ways[way].functions[i] == next) fail("a layer does not intercept a function");
    }
}

static function offered(const char *name) {
    for (const struct offer *o = offers; o && o->name; o++) {
        if (strcmp(o->name, name) != 0) continue;
        if (o->next) *o->next = (function)dlsym(driver, name);
        return o->in_go;
    }
    fail("the layer does not have package bare");
    return NULL;
}

// --- measuring

static double shortest_block(int way, int f, long calls, double shortest) {
    double took = functions[f].loops[way](calls) / (double)calls;
    return took < shortest ? took : shortest;
}

// Measures a function in all ways.
static void choose_function(int f) {
    for (int w = 0; w < WAYS; w++) called[w] = ways[w].functions[f];
}

static void measure(int f, double share) {
    double shortest[WAYS];
    choose_function(f);
    for (int w = 0; w < WAYS; w++) shortest[w] = 1e30;
    for (int block = 0; block < BLOCKS; block++)
        for (int w = 0; w < WAYS; w++)
            shortest[w] = shortest_block(w, f, (long)((double)ways[w].calls * share), shortest[w]);
    for (int w = 0; w < WAYS; w++) printf("%s.%s %.3f\n", ways[w].name, functions[f].name, shortest[w]);
}

// Counts Go's allocations during a loop.
static uint64_t allocations(loop_fn loop, long calls) {
    uint64_t (*mallocs)(void) = (uint64_t(*)(void))offered("mallocs");
    uint64_t before = mallocs();
    loop(calls);
    return mallocs() - before;
}

static void count_allocations(double share) {
    long calls = (long)(ALLOCATION_CALLS * share);
    for (int f = 0; f < FUNCTIONS; f++) {
        choose_function(f);
        printf("allocations.%s %llu\n", functions[f].name,
               (unsigned long long)allocations(functions[f].loops[GO_HOOK], calls));
    }
    called[BARE] = offered("allocate");
    if (allocations(nothing_BARE, calls) < (uint64_t)calls) fail("the count of allocations misses some");
}

int main(int argc, char **argv) {
    if (argc != 8) fail("calls NAMES.txt SHARE DRIVER.so NO_HOOK.so C_HOOK.so SAMPLES.so GO_HOOK.so");
    double share = strtod(argv[2], NULL);
    read_names(argv[1], &names);
    driver = dlopen(argv[3], RTLD_NOW | RTLD_LOCAL);
    if (!driver) fail(dlerror());
    take_layer(NO_HOOK, argv[4]);
    take_layer(C_HOOK, argv[5]);
    take_layer(SAMPLES, argv[6]);
    take_layer(GO_HOOK, argv[7]);
    for (int f = 0; f < FUNCTIONS; f++) {
        ways[DIRECT].functions[f] = (function)dlsym(driver, functions[f].name);
        ways[BARE].functions[f] = offered(functions[f].name);
    }
    for (int f = 0; f < FUNCTIONS; f++) measure(f, share);
    count_allocations(share);
    return 0;
}
