/* The list of layers, their loading, and the walk that chains them. */
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "loader.h"

static const char *list;
static struct layer *layers; /* as listed: the first is nearest to the app */
static int count;
static int *chain; /* indices of those found, driver side first */
static int chained;
static _Atomic(int) ready; /* how many of the chain are set up */
static struct level *levels;
static const char *state = "none";

const struct layer *layers_list(int *length, const char **how) {
    *length = count;
    *how = state;
    return layers;
}

static int count_tokens(const char *text) {
    int tokens = 1;
    for (; *text; text++) tokens += *text == ':';
    return tokens;
}

void layers_read_list(void) {
    list = secure_getenv("GLESLAYERGEN_LAYERS");
    if (!list || !*list) return;
    int tokens = count_tokens(list);
    layers = calloc((size_t)tokens, sizeof *layers);
    chain = calloc((size_t)tokens, sizeof *chain);
    levels = calloc((size_t)tokens + 1, sizeof *levels);
    if (!layers || !chain || !levels) return loader_log('E', "no memory for %d layers", tokens);
    for (const char *at = list; count < tokens; at += strcspn(at, ":") + 1)
        layers[count++].path = strndup(at, strcspn(at, ":"));
}

static bool find_entry(void *library, const char *symbol, const char *path, void *entry) {
    void *address = dlsym(library, symbol);
    memcpy(entry, &address, sizeof address);
    if (!address) loader_log('E', "Failed to dlsym %s for layer %s", symbol, path);
    return address != NULL;
}

/* Rules 1.8 to 1.10: a missing file is passed over; anything else that goes wrong is the end of the whole
 * list. */
static bool load(int index) {
    struct layer *layer = &layers[index];
    /* An empty name is a folder to Android, which then fails to load it. */
    char *path = realpath(*layer->path ? layer->path : ".", NULL);
    if (!path) return true;
    free(layer->path);
    layer->path = path;
    loader_log('I', "GLES layer found: %s", path);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) return loader_log('E', "Failed to load layer %s with error: %s", path, dlerror()), false;
    report_event("dlopen", index, NULL);
    if (!find_entry(library, "AndroidGLESLayer_Initialize", path, &layer->initialize) ||
        !find_entry(library, "AndroidGLESLayer_GetProcAddress", path, &layer->ask))
        return false;
    chain[chained++] = index;
    return true;
}

static bool load_all(void) {
    loader_log('I', "Debug layer list: %s", list);
    for (int i = count - 1; i >= 0; i--)
        if (!load(i)) return false;
    return true;
}

/* Rules 2.1 to 2.3: by the time a layer is initialised, all below it is complete. */
static void set_up(int position) {
    struct layer *layer = &layers[chain[position]];
    struct level *below = &levels[position], *own = &levels[position + 1];
    report_event("initialize", chain[position], NULL);
    layer->initialize(below, lookup_next);
    report_event("first", chain[position], loader_name[0]);
    for (int i = 0; i < NAMES_KNOWN; i++) {
        own->entry[i] = layer->ask(loader_name[i], below->entry[i]);
        atomic_store(&loader_top[i], own->entry[i]);
        layer->walked++;
    }
    report_event("last", chain[position], loader_name[NAMES_KNOWN - 1]);
}

/* Once a process. Android tries an abandoned load again at every later entry (rule 1.10); here the first
   verdict stands, and is said once. */
void layers_attach(void) {
    static bool tried;
    if (tried || count == 0) return;
    tried = true;
    state = "abandoned";
    if (!load_all()) return;
    state = "attached";
    memcpy(levels[0].entry, loader_bottom, sizeof levels[0].entry);
    for (int i = 0; i < chained; i++) {
        set_up(i);
        atomic_store(&ready, i + 1);
    }
}

/* Rule 3.3. */
void *layers_apply(const char *name, void *next) {
    int applied = atomic_load(&ready);
    for (int i = 0; i < applied; i++) {
        struct layer *layer = &layers[chain[i]];
        report_event("lookup", chain[i], name);
        atomic_fetch_add(&layer->lookups, 1);
        next = layer->ask(name, next);
    }
    return next;
}
