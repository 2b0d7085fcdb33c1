/* What stands below the layer: the machine's driver, and two functions before it for each command. They do
 * the same, so that a layer may be given now the one as its next, now the other. */
#include "stress.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct app app;
static struct app driver;
_Thread_local struct counts counts;

#define X(result, name, parameters, arguments)                                                               \
    static result first_##name parameters {                                                                  \
        counts.below[C_##name]++;                                                                            \
        return driver.name arguments;                                                                        \
    }                                                                                                        \
    static result other_##name parameters {                                                                  \
        counts.below[C_##name]++;                                                                            \
        return driver.name arguments;                                                                        \
    }
COMMANDS(X)
#undef X

const struct command commands[COMMAND_COUNT] = {
#define X(result, name, parameters, arguments) {#name, first_##name, other_##name, &app.name, &driver.name},
    COMMANDS(X)
#undef X
};

static void *(*get_proc_address)(const char *name);

void *open_library(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) fail("dlopen", dlerror());
    return library;
}

void *find(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (found == NULL) fail("not found", name);
    return found;
}

void below_load(void) {
    void *egl = open_library("libEGL.so.1"), *gles = open_library("libGLESv2.so.2");
    get_proc_address = (void *(*)(const char *))find(egl, "eglGetProcAddress");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        void *function = find(strncmp(commands[i].name, "egl", 3) == 0 ? egl : gles, commands[i].name);
        memcpy(commands[i].driver, &function, sizeof function);
    }
}

void *below_find(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return commands[i].first;
    return get_proc_address(name);
}

static _Atomic(uint64_t) totals[COMMAND_COUNT];

/* A layer that looks for errors calls one function on its own. */
static bool is_settled(int i) {
    if (counts.above[i] == counts.below[i]) return true;
    return counts.below[i] > counts.above[i] && getenv("STRESS_ASKS") &&
           strcmp(commands[i].name, "glGetError") == 0;
}

void below_settle(void) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!is_settled(i)) {
            fprintf(stderr, "stress: %llu calls became %llu\n", (unsigned long long)counts.above[i],
                    (unsigned long long)counts.below[i]);
            fail("a call was lost or doubled:", commands[i].name);
        }
        atomic_fetch_add(&totals[i], counts.above[i]);
    }
    memset(&counts, 0, sizeof counts);
}

void below_report(void) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("calls %s %llu\n", commands[i].name, (unsigned long long)atomic_load(&totals[i]));
}
