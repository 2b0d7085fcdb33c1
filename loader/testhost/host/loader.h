/* The parts of the desktop LayerLoader. "Rule" means a rule in the description of Android's loader. */
#ifndef LOADER_H
#define LOADER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "names.h"

/* names.c, stubs.S: one entry a name, in the order in which layers are asked (rule 2.2); then the slots. */
extern const char *const loader_name[NAMES_ALL];
extern const uint16_t loader_sorted[NAMES_ALL];    /* the same entries by strcmp */
extern _Atomic(void *) loader_top[TABLE_SIZE];     /* where the stubs jump to */
extern _Atomic(uint64_t) loader_calls[TABLE_SIZE]; /* how often they did */
extern void *const loader_stub[TABLE_SIZE];        /* the stubs; NULL for a name that is not exported */
extern const char loader_stubs_begin[], loader_stubs_end[];

/* log.c */
void loader_log(char priority, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* lock.c: locks held while a layer runs. Where Android would wait for itself, lock_enter says so and fails.
 */
struct lock {
    pthread_mutex_t mutex;
    _Atomic(const void *) owner;
};
#define LOCK_INITIALIZER                                                                                     \
    { PTHREAD_MUTEX_INITIALIZER, NULL }
bool lock_enter(struct lock *lock, const char *purpose);
void lock_leave(struct lock *lock);

/* driver.c: the machine's own libraries. */
extern void *loader_bottom[NAMES_ALL];
void driver_open(void);
bool driver_complete(void);
void *driver_query(const char *name);
void *driver_noop(void);

/* layers.c */
typedef void *(*get_next_fn)(void *layer_id, const char *name);

struct level {
    void *entry[NAMES_KNOWN];
};

struct layer {
    char *path;
    void *(*initialize)(void *layer_id, get_next_fn get_next);
    void *(*ask)(const char *name, void *next);
    uint64_t walked;           /* names asked for during set-up */
    _Atomic(uint64_t) lookups; /* and afterwards */
};

void layers_read_list(void);
void layers_attach(void);
void *layers_apply(const char *name, void *next);
const struct layer *layers_list(int *count, const char **state);

/* lookup.c */
int lookup_index(const char *name);
void *lookup_next(void *layer_id, const char *name);
void *lookup_public(const char *name);
const char *lookup_slot(int slot, void **bottom);

/* report.c */
void report_prepare(void);
void report_event(const char *kind, int layer, const char *name);

#endif
