/* Threads, and the tables of their GL calls (rules 3.4, 4.6). */
#include <string.h>

#include "process.h"

struct table table_es2, table_es1, table_none, table_raw;
SHARED _Atomic(void *) gleslayergen_platform[PLATFORM];
_Atomic(void *) egl_top[FUNCTIONS];
struct public_functions public_functions;

/* On a thread that never had a context, GL calls do nothing and log nothing, except on the thread that loaded
 * libEGL. A function that eglGetProcAddress returned for an EGL name works even there (rule 3.5). */
static struct table table_fresh;
static _Thread_local bool loaded_egl; /* the thread loaded libEGL; a pthread_t can be used again */
static struct thread fresh = {.table = &table_fresh};

SHARED _Thread_local struct thread *gleslayergen_thread = &fresh;

static pthread_key_t key;

void *noop(void) {
    return NULL;
}

/* Android jumps to null entries of its tables. Here their target reports it. */
void table_set(struct table *table, int index, void *function) {
    atomic_store(&table->entry[index], function ? function : loader_missing[index]);
}

/* Android's libEGL creates the key of its data of threads at the first error or make-current. */
static _Atomic(bool) has_key;

void thread_meet(void) {
    atomic_store(&has_key, true);
    thread_self()->known = true;
}

void thread_forget(void) {
    struct thread *thread = thread_self();
    thread->known = BROKEN("6.13.again");
    thread->said_no_context = false;
}

/* Without the key, the loader cannot store that the thread has logged the call. */
bool thread_says_no_context(void) {
    struct thread *thread = gleslayergen_thread;
    bool says = !thread->said_no_context || BROKEN("4.6.log");
    if (thread == &fresh || !(atomic_load(&has_key) || BROKEN("4.6.key"))) return says;
    thread->known = thread->said_no_context = true;
    return says;
}

/* Rule 6.13: a thread that ends calls the public eglReleaseThread, which goes through the layers, if libEGL
 * has data of it. */
static void end(void *data) {
    struct thread *thread = data;
    gleslayergen_thread = thread;
    if ((thread->known || BROKEN("6.13.each")) && !BROKEN("6.13.exit")) {
        uint32_t (*release)(void) = NULL;
        void *function = public_functions.enter(NAME_eglReleaseThread);
        memcpy(&release, &function, sizeof release);
        release();
    }
    gleslayergen_thread = &fresh;
    stats_release(thread);
}

/* The table of the thread's own context, independent of other threads. */
void thread_set_table(struct table *table) {
    static struct table *_Atomic last = &table_none;
    if (table == &table_none && BROKEN("4.6")) table = &table_es2;
    if (BROKEN("4.6.thread")) {
        if (table != &table_none) atomic_store(&last, table);
        table = atomic_load(&last);
    }
    gleslayergen_thread->table = table;
}

static struct thread *begin(void) {
    struct thread *thread = stats_thread();
    if (!thread) abort();
    gleslayergen_thread = thread;
    bool logs = loaded_egl || BROKEN("4.6.first");
    thread_set_table(logs ? &table_none : &table_fresh);
    thread->error = EGL_SUCCESS;
    thread->said_no_context = thread->known = false;
    thread->call = NULL;
    thread->context = NULL;
    pthread_setspecific(key, thread);
    return thread;
}

struct thread *thread_self(void) {
    return gleslayergen_thread == &fresh ? begin() : gleslayergen_thread;
}

void call_begin(struct call *call) {
    call->outer = thread_self()->call;
    thread_self()->call = call;
    atomic_store(&stats_layer(call->position)->phase, call->phase);
}

void call_end(const struct call *call) {
    const struct call *outer = call->outer;
    thread_self()->call = outer;
    bool again = outer && outer->position == call->position;
    atomic_store(&stats_layer(call->position)->phase, again ? outer->phase : NO_PHASE);
}

void thread_prepare(void) {
    pthread_key_create(&key, end);
    loaded_egl = true;
    fresh.said_no_context = !BROKEN("4.6.silent");
    for (int i = 0; i < TABLE_SIZE; i++) {
        bool leads = i >= FUNCTIONS || BROKEN("4.6.silent");
        atomic_store(&table_fresh.entry[i], leads ? loader_missing[i] : (void *)noop);
        atomic_store(&table_none.entry[i], loader_missing[i]);
    }
}
