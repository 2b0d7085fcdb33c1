// Calls a function through layers with modules, many times each. Prints the time of a call as lines WAY
// NANOSECONDS; the first is the trampoline without a hook.
//
//     sets NAMES.txt SHARE DRIVER.so NAME=LAYER.so...
//
// The ways alternate in blocks of about a millisecond, and the shortest block of each counts.

#include "below.h"
#include "layer.h"
#include "signatures.h"

enum { BLOCKS = 60, CALLS = 100000, MOST_WAYS = 16 };

static struct {
    const char *name;
    uniform_fn function;
} ways[MOST_WAYS];

// What the module "errors" queries from the driver.
static void *context(void) {
    return &driver;
}

static uint32_t no_error(void) {
    return 0;
}

static uniform_fn take_layer(const char *path, const struct names *names) {
    get_address_fn get_address = open_layer(path, get_next);
    walk(get_address, names, (void *)other);
    get_address("eglGetCurrentContext", (void *)context);
    get_address("glGetError", (void *)no_error);
    return (uniform_fn)get_address("glUniform4f", dlsym(driver, "glUniform4f"));
}

static double block(uniform_fn volatile function, long calls) {
    int64_t start = now();
    for (long i = 0; i < calls; i++) function(1, 0.5f, 0.25f, 0.125f, 1);
    return (double)(now() - start) / (double)calls;
}

int main(int argc, char **argv) {
    static struct names names;
    double shortest[MOST_WAYS];
    int count = argc - 4;
    if (count < 1 || count > MOST_WAYS) fail("sets NAMES.txt SHARE DRIVER.so NAME=LAYER.so...");
    read_names(argv[1], &names);
    if (!(driver = dlopen(argv[3], RTLD_NOW | RTLD_LOCAL))) fail(dlerror());
    for (int w = 0; w < count; w++) {
        char *path = strchr(argv[4 + w], '=');
        if (!path) fail("no NAME=LAYER.so");
        *path++ = 0;
        ways[w].name = argv[4 + w];
        ways[w].function = take_layer(path, &names);
        shortest[w] = 1e30;
    }
    long calls = (long)(CALLS * strtod(argv[2], NULL));
    for (int b = 0; b < BLOCKS; b++)
        for (int w = 0; w < count; w++) {
            double took = block(ways[w].function, calls);
            if (took < shortest[w]) shortest[w] = took;
        }
    for (int w = 0; w < count; w++) printf("%s %.3f\n", ways[w].name, shortest[w]);
    return 0;
}
