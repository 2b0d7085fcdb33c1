/* Loading of layers (rules 1.8 to 1.10, 4.3). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "layers.h"

/* The layers found so far. A failed load leaves its part, and the next load appends to it. */
struct layers layers;

/* A test process has found what Android's linker reports for a library that it does not open. This machine's
 * linker may crash when it opens such a library. */
static void *open_layer(const char *path) {
    char *fault = config_linker(path);
    struct call call = {layers.init_count, path, CONSTRUCTOR, NULL};
    log_step("dlopen %s", path);
    snprintf(stats_layer(layers.init_count)->path, STATS_PATH, "%s", path);
    call_begin(&call);
    void *library =
        fault ? NULL : dlopen(path, BROKEN("1.8") ? RTLD_LAZY | RTLD_GLOBAL : RTLD_NOW | RTLD_LOCAL);
    call_end(&call);
    if (!library && !BROKEN("1.11"))
        log_android('E', "Failed to load layer %s with error: %s", path, fault ? fault : dlerror());
    free(fault);
    return library;
}

static void *entry_point(void *library, const char *symbol, const char *old, const char *path) {
    void *address = dlsym(library, symbol);
    if (!address && BROKEN("1.9")) address = dlsym(library, old);
    if (!address && !BROKEN("1.11")) log_android('E', "Failed to dlsym %s for layer %s", symbol, path);
    return address;
}

/* Both lists grow by one for each layer. A layer without the second entry point puts them out of step. */
static bool take(char *path) {
    void *library = open_layer(path);
    if (!library) return BROKEN("1.10.dlopen");
    void *initialize = entry_point(library, "AndroidGLESLayer_Initialize", "InitializeLayer", path);
    if (!initialize) return BROKEN("1.10.init");
    if (layers.init_count == MAX_LAYERS || layers.get_address_count == MAX_LAYERS) return false;
    memcpy(&layers.inits[layers.init_count].initialize, &initialize, sizeof initialize);
    layers.inits[layers.init_count++].path = path;
    void *get_address = entry_point(library, "AndroidGLESLayer_GetProcAddress", "GetLayerProcAddress", path);
    if (!get_address && (BROKEN("1.10.gpa") || BROKEN("1.10.step"))) layers.init_count--;
    if (!get_address) return BROKEN("1.10.gpa");
    memcpy(&layers.get_address[layers.get_address_count++], &get_address, sizeof get_address);
    return true;
}

/* A missing file is skipped silently; any other failure ends the load of the whole list. */
static bool load_one(const char *name) {
    if (!*name && BROKEN("1.10.empty")) return true;
    char *path = search_file(name);
    return path ? take(path) : !BROKEN("1.10.missing");
}

static bool load_all(char *list) {
    char *names[MAX_LAYERS], *rest = list;
    int count = 0;
    while (count < MAX_LAYERS && (names[count] = search_element(&rest))) count++;
    for (int i = 0; i < count; i++)
        if (!load_one(names[BROKEN("2.1") ? i : count - 1 - i])) return false;
    return true;
}

static void abandon(void) {
    atomic_store(&stats->state, STATE_ABANDONED);
    log_step("abandoned");
    if (BROKEN("1.10.retry")) layers.loaded = layers.set_up = true;
    if (BROKEN("1.10.growth")) layers.init_count = layers.get_address_count = 0;
}

/* Rule 4.3: while there is no list, nothing is latched. */
void layers_load(void) {
    char *list = search_list();
    if (!list || !*list) {
        layers.loaded = layers.set_up = BROKEN("4.3");
        free(list);
        return;
    }
    if (!BROKEN("1.11")) log_android('I', "Debug layer list: %s", list);
    bool whole = load_all(list);
    free(list);
    if (!whole) return abandon();
    if (layers.init_count == 0 && BROKEN("1.10.nothing")) return;
    layers.loaded = true;
    log_step("latched %d layers", layers.init_count);
}
