/* Names to functions: what layers get from get_next, and what the app gets from eglGetProcAddress. */
#include <stdlib.h>
#include <string.h>

#include "loader.h"

static struct {
    char *name;
    void *bottom;
} slots[SLOTS];
static int used;

static int compare(const void *name, const void *entry) {
    return strcmp(name, loader_name[*(const uint16_t *)entry]);
}

int lookup_index(const char *name) {
    const uint16_t *found = bsearch(name, loader_sorted, NAMES_ALL, sizeof *loader_sorted, compare);
    return found ? *found : -1;
}

/* Rule 2.8. The layer_id is the level below the layer (rule 2.7); an unknown name goes to that level's
   eglGetProcAddress. */
void *lookup_next(void *layer_id, const char *name) {
    struct level *below = layer_id;
    if (!below || !name) return NULL;
    int index = lookup_index(name);
    if (index >= 0 && index < NAMES_KNOWN) return below->entry[index];
    void *(*query)(const char *) = NULL;
    memcpy(&query, &below->entry[NAME_eglGetProcAddress], sizeof query);
    return query ? query(name) : NULL;
}

const char *lookup_slot(int slot, void **bottom) {
    *bottom = slots[slot].bottom;
    return slots[slot].name;
}

static int add_slot(const char *name) {
    if (used == SLOTS) return loader_log('E', "no more slots for eglGetProcAddress(\"%s\")", name), -1;
    void *bottom = driver_query(name);
    char *copy = bottom ? strdup(name) : NULL;
    if (!copy) return -1;
    slots[used].bottom = bottom;
    slots[used].name = copy;
    return used++;
}

static int find_slot(const char *name) {
    for (int i = 0; i < used; i++)
        if (strcmp(slots[i].name, name) == 0) return i;
    return add_slot(name);
}

/* Rule 3.1, step 4: the layers are asked anew at each query, the app always gets the same forwarder. */
static void *lookup_unknown(const char *name) {
    static struct lock extensions = LOCK_INITIALIZER;
    if (!lock_enter(&extensions, name)) return NULL;
    int slot = find_slot(name);
    if (slot >= 0) {
        void *top = layers_apply(slots[slot].name, slots[slot].bottom);
        if (!top) top = driver_noop;
        atomic_store(&loader_top[NAMES_ALL + slot], top);
    }
    lock_leave(&extensions);
    return slot >= 0 ? loader_stub[NAMES_ALL + slot] : NULL;
}

/* Rule 3.1. Whether the driver supports a known name is not looked at (rule 3.2). */
void *lookup_public(const char *name) {
    if (!name || strcmp(name, "eglSetBlobCacheFuncsANDROID") == 0) return NULL;
    int index = lookup_index(name);
    void *stub = index >= 0 ? loader_stub[index] : NULL;
    return stub ? stub : lookup_unknown(name);
}
