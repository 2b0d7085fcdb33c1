/* Locks that know their owner. Android's locks are not recursive: a thread that enters one twice hangs (rule
 * 4.7). */
#include "process.h"

struct lock lock_init = {PTHREAD_MUTEX_INITIALIZER, NULL, "its lock for EGL initialization"};
struct lock lock_extensions = {PTHREAD_MUTEX_INITIALIZER, NULL, "its lock for unknown functions"};

bool lock_mine(const struct lock *lock) {
    return atomic_load(&lock->owner) == thread_self();
}

/* The two locks and their order are broken separately. */
static bool is_silent(const struct lock *lock) {
    return BROKEN(lock == &lock_init ? "4.7.init" : "4.7.extension");
}

static void log_deadlock(const struct lock *lock, const char *function, const char *condition) {
    static const char *const phases[] = {[CONSTRUCTOR] = "a constructor",
                                         [INITIALIZE] = "Initialize",
                                         [WALK] = "GetProcAddress",
                                         [LOOKUP] = "GetProcAddress at run time"};
    const struct call *call = thread_self()->call;
    log_problem(
        "layer %s called %s from %s, while the loader holds %s: on a device, this thread hangs%s (rule 4.7)",
        call ? call->path : "?", function, call ? phases[call->phase] : "?", lock->name, condition);
}

bool lock_enter(struct lock *lock, const char *function) {
    if (lock_mine(lock)) {
        if (is_silent(lock)) return false;
        log_deadlock(lock, function, "");
        if (config.strict) abort();
        return false;
    }
    if (lock == &lock_init && lock_mine(&lock_extensions) && !BROKEN("4.7.order")) {
        log_deadlock(&lock_extensions, function, " if another thread initializes EGL at the same time");
        if (!config.strict) return false; /* the owner of that lock has already run the code under this one */
    }
    pthread_mutex_lock(&lock->mutex);
    atomic_store(&lock->owner, thread_self());
    return true;
}

void lock_leave(struct lock *lock) {
    atomic_store(&lock->owner, NULL);
    pthread_mutex_unlock(&lock->mutex);
}

/* In a forked child, the threads that held the locks do not exist. */
bool lock_forked(void) {
    bool mine = false;
    struct lock *const locks[] = {&lock_init, &lock_extensions};
    for (int i = 0; i < 2; i++) {
        if (lock_mine(locks[i])) {
            mine = true;
            continue;
        }
        pthread_mutex_init(&locks[i]->mutex, NULL);
        atomic_store(&locks[i]->owner, NULL);
    }
    return mine;
}
