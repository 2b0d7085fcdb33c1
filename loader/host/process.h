/* Layer 2 of 6: the state of a process and its threads: the stats (stats.c), the log (log.c), the function
 * tables of threads (thread.c) and the locks (lock.c). Below: base.h. */
#ifndef PROCESS_H
#define PROCESS_H

#include "base.h"
#include "stats.h"

/* stats.c */
extern struct stats *stats;
void stats_open(void);
int stats_create(uint64_t size); /* a file descriptor; -1 if there is no file */
void stats_forked(void);
struct thread *stats_thread(void);
void stats_release(struct thread *thread);
struct stats_layer *stats_layer(int position);
void stats_slot(int slot, const char *name);
bool stats_problem(const char *text);

/* log.c: Android's lines have the tag libEGL, lines of this loader the tag loader. A problem is something
 * that a device does not survive; the stats has it too. */
void log_open(void);
enum log_kind { LOG_ANDROID, LOG_REMARK, LOG_PROBLEM };
void log_write(enum log_kind kind, char priority, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define log_android(priority, ...) log_write(LOG_ANDROID, priority, __VA_ARGS__)
#define log_step(...) log_write(LOG_REMARK, 'D', __VA_ARGS__)
#define log_remark(...) log_write(LOG_REMARK, 'W', __VA_ARGS__)
#define log_problem(...) log_write(LOG_PROBLEM, 'W', __VA_ARGS__)

/* thread.c: each thread has a table of GL functions for the kind of its context. */
struct table {
    _Atomic(void *) entry[TABLE_SIZE];
};

/* The loader's calls of a layer. The numbers are in the statistics. */
enum phase { NO_PHASE, CONSTRUCTOR, INITIALIZE, WALK, LOOKUP };

struct call { /* the layer that the loader is calling on this thread */
    int position;
    const char *path;
    enum phase phase;
    const struct call *outer;
};

struct thread {
    struct table *table; /* must stay first: the stubs read it */
    int32_t error;       /* the loader's own EGL error */
    bool said_no_context;
    bool known; /* Android's libEGL has data of this thread, and releases it when the thread ends */
    struct thread *free;
    const struct call *call;
    void *context;
    _Alignas(COUNTS_AT) uint64_t counts[TABLE_SIZE]; /* the stubs write them */
};

extern SHARED _Thread_local struct thread *gleslayergen_thread __attribute__((tls_model("initial-exec")));
extern struct table table_es2, table_es1, table_none, table_raw; /* raw: contexts of desktop OpenGL */
extern SHARED _Atomic(void *) gleslayergen_platform[PLATFORM]; /* the platform list: the top of each chain */
extern _Atomic(void *) egl_top[FUNCTIONS];     /* the EGL driver list: the top of each chain */
extern void *const loader_missing[TABLE_SIZE]; /* core.S: the target of a null entry in a table */
void thread_set_table(struct table *table);
struct thread *thread_self(void);
void thread_meet(void);            /* from here on, libEGL has data of this thread */
void thread_forget(void);          /* it has none any more */
bool thread_says_no_context(void); /* reports whether a GL call without a context is logged (rule 4.6) */
void thread_prepare(void);
void call_begin(struct call *call);
void call_end(const struct call *call);
void table_set(struct table *table, int index, void *function);
void *noop(void);

/* The loader's public functions, for calls that lower layers make as an app does. entry.c sets them at start.
 */
struct public_functions {
    void *(*enter)(int index); /* returns the function to call for a public function of EGL */
    void *(*get_proc_address)(const char *name);
};
extern struct public_functions public_functions;

/* lock.c: the locks that the loader holds while a layer runs (rule 4.7). Where Android would deadlock,
 * lock_enter logs a problem and returns false. */
struct lock {
    pthread_mutex_t mutex;
    _Atomic(const void *) owner;
    const char *name;
};
bool lock_enter(struct lock *lock, const char *function);
void lock_leave(struct lock *lock);
bool lock_forked(void); /* reports whether this thread holds one of the locks */
bool lock_mine(const struct lock *lock);
extern struct lock lock_init, lock_extensions;

#endif
