/* The start of the library, and each function through which a program calls EGL. */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "entry.h"

/* The few functions that work before any display (eglQueryString, eglGetError) need the driver from the
 * start. */
__attribute__((constructor)) static void prepare(void) {
    public_functions = (struct public_functions){gleslayergen_enter, lookup_public};
    config_read();
    log_open();
    stats_open();
    fork_prepare();
    thread_prepare();
    driver_open();
    layers_prepare();
}

/* Rules 4.1 and 4.2: the driver first, then the layers. */
static bool trigger(int index) {
    if (!lock_enter(&lock_init, loader_name[index])) return true;
    static bool complete;
    bool opens = driver_complete();
    if (opens && !complete) layers_prepare(), complete = true;
    if (!opens) atomic_store(&stats->state, STATE_NO_DRIVER);
    if (opens || BROKEN("4.2")) layers_bring();
    lock_leave(&lock_init);
    return opens || BROKEN("3.1.driver");
}

/* Rule 3.1: without a driver, the result is an error and null. */
static void *without_driver(void) {
    own_set_error(EGL_BAD_PARAMETER);
    return (void *)noop;
}

static bool is_trigger(int index) {
    static _Atomic(bool) called; /* only the first call counts as early */
    if (config.early && !atomic_exchange(&called, true)) return true;
    return flags_of(index) & IS_TRIGGER || (index == NAME_eglInitialize && BROKEN("4.1.other"));
}

/* Rule 6.10: one function uses the other's entry. */
static int wired(int index) {
    return index == NAME_eglClientWaitSync && !BROKEN("6.10") ? NAME_eglClientWaitSyncKHR : index;
}

static void *target(int index) {
    void *function =
        index < PLATFORM ? atomic_load(&gleslayergen_platform[wired(index)]) : driver_function[index];
    return function ? function : (void *)noop;
}

/* Runs before each public function of EGL goes to the top of its chain. Returns the function to call. */
SHARED void *gleslayergen_enter(int index) {
    if (!atomic_load_explicit(&stats->touched, memory_order_relaxed)) fork_touch();
    struct thread *thread = thread_self();
    thread->counts[wired(index)]++; /* the current context, as hooks see it */
    if (config.errors) errors_enter(index);
    if (BROKEN("4.6.thread")) thread_set_table(&table_none);
    if (BROKEN("4.1") && is_trigger(index)) {
        void *early = target(index);
        trigger(index);
        return early;
    }
    if (is_trigger(index) && !trigger(index)) return without_driver();
    if (BROKEN("4.4") && index == NAME_eglTerminate) layers_forget();
    if (index != NAME_eglGetError && !BROKEN("4.9")) own_clear_error(); /* rule 4.9 */
    return target(index);
}

/* --- targets of null entries */

static bool first_time(int index) {
    static _Atomic(bool) said[TABLE_SIZE];
    return !atomic_exchange(&said[index], true);
}

static void *go_on(void *function) {
    if (config.strict) abort();
    return function ? function : (void *)noop;
}

/* Rules 3.5 and 4.6. */
static void *without_context(int index) {
    bool forwarder = index >= FUNCTIONS,
         of_egl = forwarder && name_begins(lookup_slot(index - FUNCTIONS), "egl");
    bool through = of_egl ? !config.strict || BROKEN("3.5") : forwarder && BROKEN("3.4.context");
    void *top = atomic_load(&table_es2.entry[index]);
    if (through)
        return top == loader_missing[index] ? (void *)noop : top; /* a layer may have returned null */
    if (index >= PLATFORM_GL && index < PLATFORM && BROKEN("4.6.get")) return noop;
    if (thread_says_no_context())
        log_android('E', "call to OpenGL ES API with no current context (logged once per thread)");
    return noop;
}

static const char *name_of(int index) {
    return index < FUNCTIONS ? loader_name[index] : lookup_slot(index - FUNCTIONS);
}

static bool has_context(void) {
    const struct table *table = gleslayergen_thread->table;
    return table == &table_es1 || table == &table_es2 || table == &table_raw;
}

SHARED void *gleslayergen_missing(int index) {
    if (!has_context() && index >= PLATFORM) return without_context(index);
    bool of_layers = index < PLATFORM || gleslayergen_thread->table != &table_es1; /* rule 4.8 */
    if (of_layers && layers_answered_null(index)) {
        if (first_time(index))
            log_problem("%s was called, but a layer returned null for it: on a device, the app crashes here "
                        "(rule 2.11)",
                        name_of(index));
        return go_on(layers_below(index));
    }
    if (!has_context()) return without_context(index);
    if (index >= FUNCTIONS || gleslayergen_thread->table != &table_es1) return noop; /* rule 3.4 */
    if (BROKEN("5.6")) return driver_function[index];
    if (first_time(index))
        log_problem("%s was called in an OpenGL ES 1.x context, which does not have this function: on a "
                    "device, the app "
                    "crashes here (rule 5.6)",
                    name_of(index));
    return go_on(index < FUNCTIONS ? driver_function[index] : NULL);
}
