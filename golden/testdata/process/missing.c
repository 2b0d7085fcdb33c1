/* A program that loads a layer above a driver that has less than the layer's hooks call, and asks for
 * trampolines in the ways in which one could come without a next. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef unsigned (*value_fn)(unsigned value);

static unsigned driver_value(unsigned value) {
    return value + 100;
}

static unsigned driver_error(void) {
    return 7;
}

/* It knows less than what the layer was told before. */
static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    (void)name;
    return NULL;
}

/* Each is called with one number, and answers it and 100. */
static const char *const names[] = {"glCreateShader", "glCheckFramebufferStatus", "glGenPathsNV"};

enum { NAMES = sizeof names / sizeof *names };

static void *(*get)(const char *name, void *next);
static value_fn given[NAMES];

/* What is not there below a layer is not there above it. */
static void ask_without_next(const char *when) {
    for (int i = 0; i < NAMES; i++)
        if (get(names[i], NULL) != NULL) fprintf(stderr, "%s: %s without a next\n", when, names[i]);
}

static void call(const char *when, unsigned value) {
    fprintf(stderr, "%s:", when);
    for (int i = 0; i < NAMES; i++) fprintf(stderr, " %u", given[i](value));
    fprintf(stderr, "\n");
}

int main(int argc, char **argv) {
    void *layer = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (layer == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    void (*initialize)(void *, void *(*)(void *, const char *)) =
        (void (*)(void *, void *(*)(void *, const char *)))dlsym(layer, "AndroidGLESLayer_Initialize");
    get = (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    ask_without_next("first");
    for (int i = 0; i < NAMES; i++) given[i] = (value_fn)get(names[i], (void *)driver_value);
    initialize(&layer, get_next);
    call("driver", 1);
    ask_without_next("again");
    call("once had", 2);
    for (int i = 0; i < NAMES; i++)
        if (get(names[i], (void *)given[i]) != (void *)given[i]) fprintf(stderr, "%s is another\n", names[i]);
    call("its own next", 3);
    for (int i = 0; i < 3; i++)
        call("used", 4); /* at 4, hooks call glGetError, and before it glDrawMeshTasksEXT */
    if (get("glGetError", (void *)driver_error) != (void *)driver_error)
        fprintf(stderr, "glGetError is touched\n");
    call("used, and there", 4);
    return 0;
}
