// Calls a function through layers with modules, many times each. Prints the time of a call as lines WAY
// NANOSECONDS; the first is the trampoline without a hook.
//
//     sets NAMES.txt SHARE DRIVER.so NAME=LAYER.so...
//
// The function is glUniform4f; of a NAME that begins with "draw", it is glDrawArrays; with "image",
// glTexImage2D.
//
// The ways alternate in blocks of about a millisecond, and the shortest block of each counts.

#include "below.h"
#include "layer.h"
#include "signatures.h"

enum { BLOCKS = 60, CALLS = 100000, MOST_WAYS = 24 };

static struct {
    const char *name;
    uniform_fn uniform;
    draw_fn draw; // null to measure another function
    image_fn image;
} ways[MOST_WAYS];

// What the modules query from the driver.
static void *context(void) {
    return &driver;
}

static const char *no_string(uint32_t name) {
    (void)name;
    return NULL;
}

static uint32_t no_error(void) {
    return 0;
}

static void take_layer(int w, const char *path, const struct names *names) {
    get_address_fn get_address = open_layer(path, get_next);
    walk(get_address, names, (void *)other);
    get_address("eglGetCurrentContext", (void *)context);
    get_address("eglGetCurrentDisplay", (void *)context);
    get_address("eglGetError", (void *)no_error);
    get_address("glGetError", (void *)no_error);
    get_address("glGetString", (void *)no_string);
    ways[w].uniform = (uniform_fn)get_address("glUniform4f", dlsym(driver, "glUniform4f"));
    if (strncmp(ways[w].name, "draw", 4) == 0)
        ways[w].draw = (draw_fn)get_address("glDrawArrays", dlsym(driver, "glDrawArrays"));
    if (strncmp(ways[w].name, "image", 5) == 0)
        ways[w].image = (image_fn)get_address("glTexImage2D", dlsym(driver, "glTexImage2D"));
}

static double block(int w, long calls) {
    uniform_fn volatile uniform = ways[w].uniform;
    draw_fn volatile draw = ways[w].draw;
    image_fn volatile image = ways[w].image;
    int64_t start = now();
    if (draw)
        for (long i = 0; i < calls; i++) draw(4, 0, 3);
    else if (image)
        for (long i = 0; i < calls; i++) image(0x0DE1, 0, 0x1908, 4, 4, 0, 0x1908, 0x1401, 0);
    else
        for (long i = 0; i < calls; i++) uniform(1, 0.5f, 0.25f, 0.125f, 1);
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
        take_layer(w, path, &names);
        shortest[w] = 1e30;
    }
    long calls = (long)(CALLS * strtod(argv[2], NULL));
    for (int b = 0; b < BLOCKS; b++)
        for (int w = 0; w < count; w++) {
            double took = block(w, calls);
            if (took < shortest[w]) shortest[w] = took;
        }
    for (int w = 0; w < count; w++) printf("%s %.3f\n", ways[w].name, shortest[w]);
    return 0;
}
