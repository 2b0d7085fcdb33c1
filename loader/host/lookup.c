/* Look-up of functions by name, for get_next and eglGetProcAddress. */
#define _GNU_SOURCE
#include <string.h>

#include "layers.h"

static struct {
    char *name;
    void *bottom;
} slots[SLOTS];
static int used;
static char *refused; /* under a broken rule 3.1.again */

/* --- unknown names (rule 3.1, step 4) */

static int seen_before(const char *name) {
    for (int i = 0; i < used && !BROKEN("3.4"); i++)
        if (strcmp(slots[i].name, name) == 0) return i;
    return -1;
}

/* Rule 3.5: on a device, the forwarder uses the context's table, for EGL functions too. */
static void warn_of_egl(const char *name) {
    if (name_begins(name, "egl") && !config.strict && !BROKEN("3.5"))
        log_remark("%s is unknown to Android's loader: on a device, a call without a current context has no "
                   "effect (rule 3.5)",
                   name);
}

static int new_slot(const char *name, void *bottom) {
    if (used >= SLOTS - BROKEN("3.4.slots")) {
        log_android('E', "no more slots for eglGetProcAddress(\"%s\")", name);
        return -1;
    }
    slots[used].bottom = bottom;
    slots[used].name = strdup(name);
    stats_slot(used, name);
    warn_of_egl(name);
    return used++;
}

/* A null result of the driver is not cached, takes no slot, and is not passed to layers. */
static void *ask_driver(const char *name) {
    if (BROKEN("3.1.again") && refused && strcmp(refused, name) == 0) return NULL;
    void *bottom = chaos_answer(name, driver_query(name));
    if (!bottom && BROKEN("3.1.null")) layers_apply(-1, name, NULL);
    if (!bottom) free(refused), refused = strdup(name);
    return bottom;
}

static int find_slot(const char *name, bool *again) {
    int slot = seen_before(name);
    *again = slot >= 0;
    if (slot >= 0) return slot;
    if (used >= SLOTS) return new_slot(name, NULL);
    void *bottom = ask_driver(name);
    return bottom ? new_slot(name, bottom) : -1;
}

/* Rule 3.4: the slot is in the tables of ES 1 and ES 2.0+. Android has no contexts of desktop OpenGL. */
static void fill_slot(int slot, void *top) {
    int index = FUNCTIONS + slot;
    table_set(&table_es2, index, top);
    table_set(&table_es1, index, BROKEN("3.5.es1") ? (void *)noop : top);
    table_set(&table_raw, index, slots[slot].bottom);
}

static void *lookup_unknown(const char *name) {
    bool again;
    if (!lock_enter(&lock_extensions, name)) return NULL;
    layers_bring();
    int slot = find_slot(name, &again);
    if (slot >= 0 && !(again && BROKEN("3.3")))
        fill_slot(slot, layers_apply(slot, slots[slot].name, slots[slot].bottom));
    lock_leave(&lock_extensions);
    return slot >= 0 ? loader_forwarder[slot] : NULL;
}

/* --- eglGetProcAddress (rules 3.1, 3.2) */

static void *ask_for_null(void) {
    if (config.release->null_crashes != BROKEN("11.null")) {
        log_problem("eglGetProcAddress(NULL) was called: on a device with this Android release, the app "
                    "crashes here (rule 11)");
        if (config.strict) abort();
    }
    return NULL;
}

static bool has_wrapper(int index) {
    if (index < 0) return false;
    if (flags_of(index) & IS_HIDDEN) return BROKEN("3.1.oes");
    if (BROKEN("3.1.map") && flags_of(index) & IS_STATIC) return false;
    return flags_of(index) & (IN_PLATFORM | IN_GL);
}

void *lookup_public(const char *name) {
    if (!name) return ask_for_null();
    int index = name_index(name);
    if (index >= 0 && flags_of(index) & IS_FILTERED && !BROKEN("3.1.filter")) return NULL;
    if (index < 0 && !BROKEN("3.1.bounds")) index = name_wrapped(name);
    if (!has_wrapper(index)) return lookup_unknown(name);
    if (BROKEN("3.2") && driver_lacks(index)) return NULL;
    if (BROKEN("3.1.wrapper") || !stub_of(index)) return layers_top(index);
    return stub_of(index);
}

const char *lookup_slot(int slot) {
    return slots[slot].name ? slots[slot].name : "";
}
