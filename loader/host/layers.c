/* The list of layers, the search for them, their loading, and the walk that chains them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "loader.h"

enum { MAX_LAYERS = 1024 };

/* What a load has found so far. A load that was abandoned leaves it as it is, and the next one appends
 * (rule 1.10). */
static struct {
    initialize_fn initialize;
    char *path;
} inits[MAX_LAYERS];
static ask_fn asks[MAX_LAYERS];
static int init_count, ask_count;

static bool loaded, initialized;
static struct level *levels;
static _Atomic(int) ready; /* how many layers are set up */
static _Atomic(void *) egl_entry[FUNCTIONS];
static _Atomic(bool) answered_null[FUNCTIONS];

void *layers_driver_entry(int index) {
    return atomic_load(&egl_entry[index]);
}

bool layers_answered_null(int index) {
    return index < FUNCTIONS && atomic_load(&answered_null[index]);
}

/* The function below a layer that answered null. */
void *layers_below(int index) {
    for (int k = atomic_load(&ready); levels && k >= 0; k--)
        if (levels[k].entry[index]) return levels[k].entry[index];
    return NULL;
}

void *layers_next(int position, int index) {
    return levels[position].entry[index];
}

void *layers_lowest(int index) {
    return levels[0].entry[index];
}

void *layers_top(int index) {
    return levels ? levels[atomic_load(&ready)].entry[index] : stub_of(index);
}

/* --- the list (rules 1.1, 1.3) */

static char *asked_for(void) {
    if (chaos_hides_list()) return NULL;
    char *property = *config.list && !BROKEN("1.1") ? NULL : config_property("debug.gles.layers");
    return property ? property : strdup(config.list);
}

/* Cuts the next of a list's elements, which may be empty; null behind the last. */
static char *next_element(char **list) {
    char *element = *list;
    if (!element) return NULL;
    char *colon = strchr(element, ':');
    *list = colon ? colon + 1 : NULL;
    if (colon) *colon = 0;
    return element;
}

/* --- the search (rules 1.4, 1.5) */

static char *resolve(const char *joined) {
    if (!BROKEN("1.4")) return realpath(joined, NULL);
    struct stat info;
    return stat(joined, &info) == 0 && S_ISREG(info.st_mode) ? strdup(joined) : NULL;
}

static char *find_in(const char *folder, const char *name) {
    char joined[PATH_MAX];
    if (!BROKEN("1.11")) log_android('I', "Searching %s for GLES layers", folder);
    if (snprintf(joined, sizeof joined, "%s/%s", folder, name) >= (int)sizeof joined) return NULL;
    char *path = resolve(joined);
    if (!path && BROKEN("1.3") &&
        snprintf(joined, sizeof joined, "%s/%s.so", folder, name + strspn(name, " ")) > 0)
        path = resolve(joined);
    if (path && !BROKEN("1.11")) log_android('I', "GLES layer found: %s", path);
    return path;
}

static char *find(const char *name) {
    char *path = NULL, *list = strdup(config.path), *rest = list, *folder;
    if (*config.system && !BROKEN("1.5")) path = find_in(config.system, name);
    while (!path && (folder = next_element(&rest)))
        if (*folder || !BROKEN("1.10.path")) path = find_in(folder, name);
    if (!path && *config.system && BROKEN("1.5")) path = find_in(config.system, name);
    free(list);
    return path;
}

/* --- loading (rules 1.8 to 1.10) */

static void *open_layer(const char *path) {
    struct call call = {path, "a constructor", thread_self()->call};
    log_step("dlopen %s", path);
    thread_self()->call = &call;
    void *library = dlopen(path, BROKEN("1.8") ? RTLD_LAZY | RTLD_GLOBAL : RTLD_NOW | RTLD_LOCAL);
    thread_self()->call = call.outer;
    if (!library && !BROKEN("1.11"))
        log_android('E', "Failed to load layer %s with error: %s", path, dlerror());
    return library;
}

static void *entry_point(void *library, const char *symbol, const char *old, const char *path) {
    void *address = dlsym(library, symbol);
    if (!address && BROKEN("1.9")) address = dlsym(library, old);
    if (!address && !BROKEN("1.11")) log_android('E', "Failed to dlsym %s for layer %s", symbol, path);
    return address;
}

/* The two lists grow one after the other: what lacks its second entry point puts them out of step. */
static bool take(char *path) {
    void *library = open_layer(path);
    if (!library) return BROKEN("1.10.dlopen");
    void *initialize = entry_point(library, "AndroidGLESLayer_Initialize", "InitializeLayer", path);
    if (!initialize) return BROKEN("1.10.init");
    if (init_count == MAX_LAYERS || ask_count == MAX_LAYERS) return false;
    memcpy(&inits[init_count].initialize, &initialize, sizeof initialize);
    inits[init_count++].path = path;
    void *ask = entry_point(library, "AndroidGLESLayer_GetProcAddress", "GetLayerProcAddress", path);
    if (!ask && BROKEN("1.10.gpa")) return init_count--, true;
    if (!ask) return false;
    memcpy(&asks[ask_count++], &ask, sizeof ask);
    return true;
}

/* A file that is not there is passed over without a word; anything else that goes wrong is the end of the
 * whole list. */
static bool load_one(const char *name) {
    if (!*name && BROKEN("1.10.empty")) return true;
    char *path = find(name);
    return path ? take(path) : !BROKEN("1.10.missing");
}

static bool load_all(char *list) {
    char *names[MAX_LAYERS], *rest = list;
    int count = 0;
    while (count < MAX_LAYERS && (names[count] = next_element(&rest))) count++;
    for (int i = 0; i < count; i++)
        if (!load_one(names[BROKEN("2.1") ? i : count - 1 - i])) return false;
    return true;
}

static void abandon(void) {
    atomic_store(&board->state, STATE_ABANDONED);
    log_step("abandoned");
    if (BROKEN("1.10.retry")) loaded = initialized = true;
    if (BROKEN("1.10.growth")) init_count = ask_count = 0;
}

/* Rule 4.3: nothing is latched while there is no list. */
static void load(void) {
    char *list = asked_for();
    if (!list || !*list) {
        loaded = initialized = BROKEN("4.3");
        free(list);
        return;
    }
    if (!BROKEN("1.11")) log_android('I', "Debug layer list: %s", list);
    bool whole = load_all(list);
    free(list);
    if (!whole) return abandon();
    if (init_count == 0 && BROKEN("1.10.nothing")) return;
    loaded = true;
    log_step("latched %d layers", init_count);
}

/* --- the walk (rules 2.1 to 2.8) */

static void store(int index, void *function) {
    if (!function && !(flags_of(index) & IN_EGL && index >= PLATFORM))
        atomic_store(&answered_null[index], true);
    if (index < PLATFORM)
        atomic_store(&gleslayergen_platform[index], function ? function : loader_missing[index]);
    else if (flags_of(index) & IN_EGL)
        atomic_store(&egl_entry[index], function);
    else
        table_put(&table_es2, index, function);
}

static void *ask(int position, const char *name, void *next, const char *what) {
    struct call call = {inits[position].path, what, thread_self()->call};
    thread_self()->call = &call;
    void *answer = config.chaotic ? chaos_ask(asks[position], name, next) : asks[position](name, next);
    thread_self()->call = call.outer;
    return answer || !BROKEN("2.11") ? answer : next;
}

static void ask_of(int position, int index) {
    struct board_layer *told = board_layer(position);
    void *next = levels[position].entry[index];
    void *answer = ask(position, loader_name[index], next, "GetProcAddress");
    told->hooked[index] = answer != next && !chaos_made(answer);
    atomic_fetch_add(&told->walked, 1);
    levels[position + 1].entry[index] = answer;
    store(index, answer);
}

static bool offered(int index) {
    if (BROKEN("2.4") && (flags_of(index) & IN_EGL) && strstr(loader_name[index], "ProcessIMG")) return false;
    if (BROKEN("2.5") && index == NAME_glMultiDrawElementsBaseVertexOES) return false;
    if (BROKEN("11.list") && index == NAME_glMultiDrawElementsBaseVertexOES) return true;
    return flags_of(index) & IS_KNOWN;
}

/* The order of all: the platform list, then of the others what is not in it. */
static void walk(int position) {
    static const int begin[] = {0, PLATFORM};
    const char *first = NULL, *last = NULL;
    int count = 0;
    for (int part = 0; part < 2; part++) {
        int from = begin[BROKEN("2.2") ? 1 - part : part], to = from == 0 ? PLATFORM : FUNCTIONS;
        for (int i = from; i < to; i++) {
            if (!offered(i)) continue;
            if (!first) log_step("walk %s first %s", inits[position].path, first = loader_name[i]);
            ask_of(position, i);
            last = loader_name[i];
            count++;
        }
    }
    for (int i = 0; i < PLATFORM && BROKEN("2.6"); i++)
        if (flags_of(i) & (IN_EGL | IN_GL))
            ask(position, loader_name[i], levels[position].entry[i], "GetProcAddress"), count++;
    log_step("walk %s last %s count %d", inits[position].path, last, count);
}

static void initialize(int position) {
    struct call call = {inits[position].path, "Initialize", thread_self()->call};
    log_step("initialize %s", inits[position].path);
    snprintf(board_layer(position)->path, BOARD_PATH, "%s", inits[position].path);
    thread_self()->call = &call;
    inits[position].initialize(&levels[BROKEN("2.7") ? 0 : position], lookup_next);
    thread_self()->call = call.outer;
}

/* Level 0: what lies below all layers. */
static void begin_levels(void) {
    levels = calloc((size_t)init_count + 1, sizeof *levels);
    if (!levels) abort();
    own_fill(levels[0].entry);
    for (int i = PLATFORM; i < FUNCTIONS; i++)
        levels[0].entry[i] = flags_of(i) & IN_EGL ? layers_driver_entry(i) : driver_bottom(i);
}

static bool in_step(int position) {
    if (position < ask_count) return true;
    log_problem("layer %s was tried before without its second entry point: a device calls what lies behind "
                "its list, and "
                "crashes (rule 1.10)",
                inits[position].path);
    if (config.strict) abort();
    return false;
}

static void set_up(void) {
    begin_levels();
    atomic_store(&board->state, STATE_ATTACHED);
    initialized = true;
    for (int k = 0; k < init_count && BROKEN("2.1.step"); k++) initialize(k);
    for (int k = 0; k < init_count && in_step(k); k++) {
        if (!BROKEN("2.1.step")) initialize(k);
        walk(k);
        atomic_store(&ready, k + 1);
        atomic_store(&board->layers, (uint32_t)(k < BOARD_LAYERS ? k + 1 : BOARD_LAYERS));
    }
    if (config.chaotic) chaos_start(asks, atomic_load(&ready));
}

/* Rule 4.5: a driver chosen later refills the tables, and layers are not put above it anew. */
static void swap_driver(void) {
    static bool done;
    if (done || !config.driver_swap) return;
    done = true;
    log_step("driver loaded anew");
    driver_refill();
}

void layers_enter(void) {
    if (initialized) return swap_driver();
    if (!loaded) load();
    if (loaded && !initialized) set_up();
}

void layers_forget(void) {
    initialized = false;
}

void layers_prepare(void) {
    void *bottom[PLATFORM];
    own_fill(bottom);
    for (int i = 0; i < PLATFORM; i++) atomic_store(&gleslayergen_platform[i], bottom[i]);
    for (int i = PLATFORM; i < FUNCTIONS; i++) {
        void *function = driver_function[i];
        if (!function && BROKEN("2.10.egl")) function = (void *)noop;
        if (flags_of(i) & IN_EGL) atomic_store(&egl_entry[i], function);
    }
}

/* Rule 3.3. */
void *layers_apply(int slot, const char *name, void *next) {
    int applied = BROKEN("3.3.setup") ? ask_count : atomic_load(&ready);
    for (int i = 0; i < applied; i++) {
        int position = BROKEN("3.3.order") ? applied - 1 - i : i;
        log_step("lookup %s %s", inits[position].path, name);
        struct board_layer *told = board_layer(position);
        void *answer = ask(position, name, next, "GetProcAddress at run time");
        atomic_fetch_add(&told->lookups, 1);
        if (slot >= 0) told->hooked[FUNCTIONS + slot] = answer != next && !chaos_made(answer);
        next = answer;
    }
    return next;
}
