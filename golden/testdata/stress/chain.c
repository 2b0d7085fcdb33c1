/* The loader: it puts one layer between the app and what is below, and goes on asking it. */
#define _GNU_SOURCE
#include "stress.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A name that the loader knows, with the nexts it offers for it, and what the layer answered at first. */
struct known {
    char name[96];
    void *first, *other, *answer;
};
enum { MAX_NAMES = 4096 };
static struct known names[MAX_NAMES];
static int name_count;

static void (*layer_initialize)(void *id, void *(*get_next)(void *id, const char *name));
static void *(*layer_get)(const char *name, void *next);
static atomic_bool initialized_again;

char ask_same, ask_other, ask_own;

static int keep(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size, (void)data;
    dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    return 0;
}

void chain_keep(void) {
    dl_iterate_phdr(keep, NULL);
}

static void *get_next(void *id, const char *name) {
    if (id != &app) fail("another layer id", name);
    return below_find(name);
}

static void read_names(const char *path) {
    FILE *list = fopen(path, "r");
    if (list == NULL) fail("cannot read", path);
    while (name_count < MAX_NAMES && fscanf(list, "%95s", names[name_count].name) == 1) {
        struct known *k = &names[name_count];
        k->first = k->other = below_find(k->name);
        name_count += k->first != NULL;
    }
    fclose(list);
}

/* Walks over all names, as the loader does before the app's first call. */
static void walk(void) {
    for (int n = 0; n < name_count; n++) names[n].answer = layer_get(names[n].name, names[n].first);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        int n = 0;
        while (n < name_count && strcmp(names[n].name, commands[i].name) != 0) n++;
        if (n == name_count) fail("not among the names", commands[i].name);
        if (names[n].first == commands[i].other) fail("one function for both nexts of", commands[i].name);
        names[n].other = commands[i].other;
        memcpy(commands[i].app, &names[n].answer, sizeof(void *));
    }
}

void chain_load(const char *layer, const char *list) {
    below_load();
    read_names(list);
    void *library = open_library(layer);
    layer_initialize =
        (void (*)(void *, void *(*)(void *, const char *)))find(library, "AndroidGLESLayer_Initialize");
    layer_get = (void *(*)(const char *, void *))find(library, "AndroidGLESLayer_GetProcAddress");
    layer_initialize(&app, get_next);
    walk();
}

/* What is intercepted is answered with the same trampoline for ever, and once the layer was initialised again
 * perhaps with next; what is not, with next. */
static void ask(const struct known *k, void *next) {
    void *got = layer_get(k->name, next);
    bool again = atomic_load(&initialized_again);
    bool intercepted = k->answer != k->first;
    if (got != (intercepted ? k->answer : next) && !(again && got == next))
        fail("a wrong answer for", k->name);
}

void *chain_ask(void *how) {
    while (!atomic_load(&over)) {
        for (int n = 0; n < name_count; n++)
            ask(&names[n], how == &ask_same    ? names[n].first
                           : how == &ask_other ? names[n].other
                                               : names[n].answer);
        if (layer_get("glNothing", how) != how || layer_get("glClear", NULL) != NULL)
            fail("a wrong answer for", "null");
        usleep(500);
    }
    return NULL;
}

void chain_initialize_again(void) {
    atomic_store(&initialized_again, true);
    layer_initialize(&app, get_next);
}

void chain_report(void) {
    int intercepted = 0;
    for (int n = 0; n < name_count; n++) intercepted += names[n].answer != names[n].first;
    printf("intercepted %d of %d names\n", intercepted, name_count);
}
