/* Locks that know their owner (rule 4.7). */
#include "loader.h"

/* Its address tells the threads apart. */
static _Thread_local char self;

bool lock_enter(struct lock *lock, const char *purpose) {
    if (atomic_load(&lock->owner) == &self) {
        loader_log('E', "a layer came back into the loader (%s): Android would hang here", purpose);
        return false;
    }
    pthread_mutex_lock(&lock->mutex);
    atomic_store(&lock->owner, &self);
    return true;
}

void lock_leave(struct lock *lock) {
    atomic_store(&lock->owner, NULL);
    pthread_mutex_unlock(&lock->mutex);
}
