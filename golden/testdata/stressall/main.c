// stress DRIVER LAYER THREADS CONTEXTS ROUNDS LOSES: threads draw in contexts that share objects and move
// between the threads. Prints a sum of the results of each context, which is the same with a layer as
// without. DRIVER is "fake", "" for the libraries of the system, or the directory of a driver. LAYER is ""
// for none. While the program runs, a thread switches modules by the file stress.conf in XDG_CONFIG_HOME.
// With LOSES=1, contexts of the fake driver are lost.
#define _GNU_SOURCE
#include "commands.h"
#include "../stress_settings.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct app app;

void fail(const char *what, const char *name) {
    fprintf(stderr, "stress: %s %s\n", what, name);
    fflush(NULL);
    _exit(1);
}

static void *egl, *gles;
static void *(*get_proc_address)(const char *name);

static void *open_library(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) fail("dlopen:", dlerror());
    return library;
}

static void *find(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (found == NULL) fail("not found:", name);
    return found;
}

static void load_driver(const char *dir) {
    char path[512];
    snprintf(path, sizeof path, "%s%s", dir, dir[0] ? "/libEGL.so" : "libEGL.so.1");
    egl = open_library(path);
    snprintf(path, sizeof path, "%s%s", dir, dir[0] ? "/libGLESv2.so" : "libGLESv2.so.2");
    gles = open_library(path);
    get_proc_address = (void *(*)(const char *))find(egl, "eglGetProcAddress");
}

static void *below(const char *name) {
    if (egl == NULL) return find_fake(name);
    void *found = dlsym(strncmp(name, "egl", 3) == 0 ? egl : gles, name);
    return found != NULL ? found : get_proc_address(name);
}

static void *get_next(void *id, const char *name) {
    if (id != &app) fail("another layer id for", name);
    return below(name);
}

static void load_layer(const char *path) {
    void *(*get)(const char *, void *) = NULL;
    if (path[0]) {
        void *library = open_library(path);
        get = (void *(*)(const char *, void *))find(library, "AndroidGLESLayer_GetProcAddress");
        ((void (*)(void *, void *(*)(void *, const char *)))find(library, "AndroidGLESLayer_Initialize"))(
            &app, get_next);
    }
#define X(result, name, parameters)                                                                          \
    {                                                                                                        \
        void *function = below(#name);                                                                       \
        if (get) function = get(#name, function);                                                            \
        memcpy(&app.name, &function, sizeof function);                                                       \
    }
    COMMANDS(X)
#undef X
}

static atomic_bool over;

// Switches modules off and on again. All are on for half of the time.
static void *switch_modules(void *unused) {
    static const char *const modules[] = {"hud",         "screenshot", "draw",    "shaders",
                                          "gputime",     "memory",     "explain", "errors",
                                          "breadcrumbs", "profile",    "inject",  "*"};
    for (unsigned n = 0; !atomic_load(&over); n++) {
        char text[64];
        snprintf(text, sizeof text, "sets=-%s\n", modules[n / 2 % (sizeof modules / sizeof *modules)]);
        set(n % 2 ? text : "sets=\n");
        usleep(30000);
    }
    return unused;
}

static int keep_library(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size, (void)data;
    dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    return 0;
}

void keep_libraries(void) {
    dl_iterate_phdr(keep_library, NULL);
}

int main(int argc, char **argv) {
    pthread_t switcher;
    if (argc != 7 || getenv("XDG_CONFIG_HOME") == NULL) {
        fputs("usage: XDG_CONFIG_HOME=DIR stress DRIVER LAYER THREADS CONTEXTS ROUNDS LOSES\n", stderr);
        return 2;
    }
    if (strcmp(argv[1], "fake") != 0) load_driver(argv[1]);
    set("sets=\n");
    load_layer(argv[2]);
    if (pthread_create(&switcher, NULL, switch_modules, NULL) != 0) fail("failed:", "pthread_create");
    run_app(atoi(argv[3]), atoi(argv[4]), atoi(argv[5]), atoi(argv[6]));
    atomic_store(&over, true);
    pthread_join(switcher, NULL);
    return 0;
}
