// stress LAYER SECONDS SEED: threads call OpenGL ES through a layer, over a driver that is part of this
// program. Contexts share objects, move between threads and are destroyed, while the settings of the layer
// change. The program checks that each call reaches the driver once, and that no swap changes the state. Its
// file of settings is stress.conf in XDG_CONFIG_HOME.
#include "stress.h"
#include "../stress_settings.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 8 };

atomic_bool over;
unsigned seed;

void fail(const char *what, const char *name) {
    fprintf(stderr, "stress: %s %s\n", what, name);
    fflush(NULL);
    _exit(1);
}

static void *find(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (found == NULL) fail("not found:", name);
    return found;
}

static void *get_next(void *id, const char *name) {
    if (id != &app) fail("another layer id for", name);
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return commands[i].below;
    return NULL;
}

static void load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) fail("dlopen:", dlerror());
    void (*initialize)(void *, void *(*)(void *, const char *)) =
        (void (*)(void *, void *(*)(void *, const char *)))find(library, "AndroidGLESLayer_Initialize");
    void *(*get)(const char *, void *) =
        (void *(*)(const char *, void *))find(library, "AndroidGLESLayer_GetProcAddress");
    initialize(&app, get_next);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        void *function = get(commands[i].name, commands[i].below);
        memcpy(commands[i].app, &function, sizeof function);
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// The modules are on for half of the time. The hooks of functions that delete shared objects stay on: the
// layer cannot count a deletion that began before it was switched on, so the other contexts would not check
// their bindings.
static void change_settings(double seconds) {
    static const char *const texts[] = {
        "sets=\nhooks=\n", "sets=-draw\n",         "sets=\n",
        "sets=-*\n",       "hooks=-glEnable\n",    "hooks=\n",
        "sets=-shaders\n", "hooks=-glBind*\n",     "hooks=-glBlend*,-glStencil*,-glViewport\n",
        "sets=\n",         "hooks=-glUseProgram\n"};
    double end = now() + seconds;
    for (unsigned n = seed; now() < end; n++) {
        set(texts[n % (sizeof texts / sizeof *texts)]);
        usleep(20000); // several times as long as 60 swaps, after which the layer reads the settings
    }
}

int main(int argc, char **argv) {
    static int numbers[THREADS];
    pthread_t threads[THREADS];
    if (argc != 4 || getenv("XDG_CONFIG_HOME") == NULL) {
        fputs("usage: XDG_CONFIG_HOME=DIR stress LAYER SECONDS SEED\n", stderr);
        return 2;
    }
    seed = (unsigned)atoi(argv[3]);
    set("sets=\n");
    load(argv[1]);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, run_app, &numbers[i]) != 0) fail("failed:", "pthread_create");
    }
    change_settings(atof(argv[2]));
    atomic_store(&over, true);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    end_app();
    print_calls();
    return 0;
}
