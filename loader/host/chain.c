/* The walk over the names that chains the layers (rules 2.1 to 2.8), and the calls through the chain. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "layers.h"

struct level { /* the functions up to one layer; level 0 has those of the platform and the driver */
    void *entry[FUNCTIONS];
};

static struct level *levels;
static _Atomic(int) ready; /* number of chained layers */
static _Atomic(bool) answered_null[FUNCTIONS];

bool layers_answered_null(int index) {
    return index < FUNCTIONS && atomic_load(&answered_null[index]);
}

/* Returns the function below a layer that returned null. */
void *layers_below(int index) {
    for (int k = atomic_load(&ready); levels && k >= 0; k--)
        if (levels[k].entry[index]) return levels[k].entry[index];
    return NULL;
}

static void *next_of(int position, int index) {
    return levels[position].entry[index];
}

static void *lowest(int index) {
    return levels[0].entry[index];
}

void *layers_top(int index) {
    return levels ? levels[atomic_load(&ready)].entry[index] : stub_of(index);
}

static void store(int index, void *function) {
    if (!function && !(flags_of(index) & IN_EGL && index >= PLATFORM))
        atomic_store(&answered_null[index], true);
    function = errors_entry(index, function);
    if (index == NAME_glGetString && BROKEN("4.8.string") && function != lowest(index))
        table_set(&table_es1, index, function);
    if (index >= PLATFORM_GL && index < PLATFORM && BROKEN("4.6.get")) return;
    if (index < PLATFORM)
        atomic_store(&gleslayergen_platform[index], function ? function : loader_missing[index]);
    else if (flags_of(index) & IN_EGL)
        atomic_store(&egl_top[index], function);
    else
        table_set(&table_es2, index, function);
}

static void *call_get_address(int position, const char *name, void *next, enum phase phase) {
    struct call call = {position, layers.inits[position].path, phase, NULL};
    call_begin(&call);
    void *answer = config.chaotic ? chaos_get_address(layers.get_address[position], name, next)
                                  : layers.get_address[position](name, next);
    call_end(&call);
    return answer || !BROKEN("2.11") ? answer : next;
}

/* Rule 2.11: the layer above may jump to it. */
static void warn_of_null(int position, int index, const void *answer, const void *next) {
    if (answer || !next || position + 1 == layers.init_count) return;
    log_problem(
        "layer %s returned null for %s, so layer %s above it gets a null pointer as \"next\": on a device, "
        "the app crashes if that layer calls this pointer (rule 2.11)",
        layers.inits[position].path, loader_name[index], layers.inits[position + 1].path);
}

static void ask_of(int position, int index) {
    struct stats_layer *stats = stats_layer(position);
    void *next = levels[position].entry[index];
    void *answer = call_get_address(position, loader_name[index], next, WALK);
    stats->hooked[index] = answer != next && !chaos_made(answer);
    atomic_fetch_add(&stats->walked, 1);
    levels[position + 1].entry[index] = answer;
    warn_of_null(position, index, answer, next);
    store(index, answer);
}

static bool offered(int index) {
    if (BROKEN("2.4") && (flags_of(index) & IN_EGL) && strstr(loader_name[index], "ProcessIMG")) return false;
    if (BROKEN("2.5") && index == NAME_glMultiDrawElementsBaseVertexOES) return false;
    if (BROKEN("11.list") && index == NAME_glMultiDrawElementsBaseVertexOES) return true;
    return flags_of(index) & IS_KNOWN;
}

/* The order of all names: the platform list, then names of the other lists that are not in it. */
static void walk(int position) {
    static const int begin[] = {0, PLATFORM};
    const char *first = NULL, *last = NULL;
    int count = 0;
    for (int part = 0; part < 2; part++) {
        int from = begin[BROKEN("2.2") ? 1 - part : part], to = from == 0 ? PLATFORM : FUNCTIONS;
        for (int i = from; i < to; i++) {
            if (!offered(i)) continue;
            if (!first) log_step("walk %s first %s", layers.inits[position].path, first = loader_name[i]);
            ask_of(position, i);
            last = loader_name[i];
            count++;
        }
    }
    for (int i = 0; i < PLATFORM && BROKEN("2.6"); i++)
        if (flags_of(i) & (IN_EGL | IN_GL))
            call_get_address(position, loader_name[i], levels[position].entry[i], WALK), count++;
    log_step("walk %s last %s count %d", layers.inits[position].path, last, count);
}

/* Returns the path of the layer that calls get_next. Only its layer_id or a call of the loader tells it. */
static const char *asking(const struct level *below) {
    const struct call *call = thread_self()->call;
    if (below >= levels && below < levels + layers.init_count) return layers.inits[below - levels].path;
    if (call) return call->path;
    return layers.init_count == 1 ? layers.inits[0].path : "a layer";
}

/* Rule 2.8. The layer_id is the level below the layer (rule 2.7); an unknown name goes to that level's
 * eglGetProcAddress. */
static void *get_next(void *layer_id, const char *name) {
    struct level *below = layer_id;
    if (!below || !name) {
        if (BROKEN("2.8.null")) return NULL;
        log_problem("%s asked get_next for %s with a null %s: on a device, the app crashes here (rule 2.8)",
                    asking(below), name ? name : "a function", below ? "name" : "layer_id");
        if (config.strict) abort();
        return NULL;
    }
    int index = name_index(name);
    if (index >= 0 && flags_of(index) & IS_KNOWN)
        return BROKEN("2.8.known") ? lowest(index) : below->entry[index];
    if (BROKEN("2.8.unknown")) return NULL;
    if (BROKEN("6.4")) return driver_query(name);
    void *(*query)(const char *) = NULL;
    memcpy(&query, &below->entry[NAME_eglGetProcAddress], sizeof query);
    if (query || BROKEN("2.8.query")) return query ? query(name) : NULL;
    log_problem("%s asked get_next for %s, but the layer below returned null for eglGetProcAddress: on a "
                "device, the app crashes here (rule 2.8)",
                asking(below), name);
    if (config.strict) abort();
    return NULL;
}

static void initialize(int position) {
    struct call call = {position, layers.inits[position].path, INITIALIZE, NULL};
    log_step("initialize %s", layers.inits[position].path);
    snprintf(stats_layer(position)->path, STATS_PATH, "%s", layers.inits[position].path);
    call_begin(&call);
    layers.inits[position].initialize(&levels[BROKEN("2.7") ? 0 : position], get_next);
    call_end(&call);
}

/* Level 0: the functions below all layers. */
static void begin_levels(void) {
    levels = calloc((size_t)layers.init_count + 1, sizeof *levels);
    if (!levels) abort();
    own_fill(levels[0].entry);
    for (int i = PLATFORM; i < FUNCTIONS; i++)
        levels[0].entry[i] = flags_of(i) & IN_EGL ? atomic_load(&egl_top[i]) : driver_bottom(i);
    for (int i = 0; i < FUNCTIONS; i++) levels[0].entry[i] = errors_next(i, levels[0].entry[i]);
}

static bool in_step(int position) {
    if (position < layers.get_address_count) return true;
    log_problem("layer %s is not initialized: the loader's list of AndroidGLESLayer_GetProcAddress functions "
                "is shorter, because an earlier attempt to load layers failed at a layer without this "
                "function (rule 1.10)",
                layers.inits[position].path);
    return false;
}

static void set_up(void) {
    begin_levels();
    atomic_store(&stats->state, STATE_ATTACHED);
    layers.set_up = true;
    for (int k = 0; k < layers.init_count && BROKEN("2.1.step"); k++) initialize(k);
    for (int k = 0; k < layers.init_count && in_step(k); k++) {
        if (!BROKEN("2.1.step")) initialize(k);
        walk(k);
        atomic_store(&ready, k + 1);
        atomic_store(&stats->layers, (uint32_t)(k < STATS_LAYERS ? k + 1 : STATS_LAYERS));
    }
    if (config.chaotic) chaos_start(layers.get_address, atomic_load(&ready), next_of);
}

/* Rule 4.5: a driver that is chosen later refills the tables; the layers are not chained again. */
static void swap_driver(void) {
    static bool done;
    if (done || !config.driver_swap || BROKEN("4.5")) return;
    done = true;
    log_step("driver reloaded");
    driver_fill();
}

static void enter(void) {
    if (layers.set_up) return swap_driver();
    if (!layers.loaded) layers_load();
    if (layers.loaded && !layers.set_up) set_up();
}

/* Two threads can get here at the same time, each with one of the two locks. The later one continues without
 * layers, as if it had run a little earlier. It must not wait, because the other thread may wait for its
 * lock. */
static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;

void layers_bring(void) {
    if (pthread_mutex_trylock(&busy) != 0) return;
    enter();
    pthread_mutex_unlock(&busy);
}

void layers_forked(bool holds_lock) {
    if (!holds_lock) pthread_mutex_init(&busy, NULL);
}

void layers_forget(void) {
    layers.set_up = false;
}

void layers_prepare(void) {
    void *bottom[PLATFORM];
    own_fill(bottom);
    for (int i = 0; i < PLATFORM; i++) atomic_store(&gleslayergen_platform[i], bottom[i]);
    for (int i = PLATFORM; i < FUNCTIONS; i++) {
        void *function = driver_function[i];
        if (!function && BROKEN("2.10.egl")) function = (void *)noop;
        if (flags_of(i) & IN_EGL) atomic_store(&egl_top[i], function);
    }
}

/* Rule 3.3. */
void *layers_apply(int slot, const char *name, void *next) {
    int applied = BROKEN("3.3.setup") ? layers.get_address_count : atomic_load(&ready);
    for (int i = 0; i < applied; i++) {
        int position = BROKEN("3.3.order") ? applied - 1 - i : i;
        log_step("lookup %s %s", layers.inits[position].path, name);
        struct stats_layer *stats = stats_layer(position);
        void *answer = call_get_address(position, name, next, LOOKUP);
        atomic_fetch_add(&stats->lookups, 1);
        if (slot >= 0) stats->hooked[FUNCTIONS + slot] = answer != next && !chaos_made(answer);
        next = answer;
    }
    return next;
}
