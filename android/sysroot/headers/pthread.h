#include <signal.h>
#include <time.h>

#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_INITIALIZER                                                                            \
    {                                                                                                        \
        { 0 }                                                                                                \
    }
#define PTHREAD_COND_INITIALIZER                                                                             \
    {                                                                                                        \
        { 0 }                                                                                                \
    }
#define PTHREAD_RWLOCK_INITIALIZER                                                                           \
    {                                                                                                        \
        { 0 }                                                                                                \
    }
#if defined(__LP64__)
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP                                                               \
    {                                                                                                        \
        { 1 << 14 }                                                                                          \
    }
#define __PTHREAD_WORDS(bits64, bits32) bits64
#else
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP                                                               \
    {                                                                                                        \
        { 1 << 14 }                                                                                          \
    }
#define __PTHREAD_WORDS(bits64, bits32) bits32
#endif

typedef long pthread_t, pthread_mutexattr_t, pthread_condattr_t, pthread_rwlockattr_t;
typedef int pthread_key_t, pthread_once_t;
typedef struct {
    int32_t words[__PTHREAD_WORDS(10, 1)];
} pthread_mutex_t;
typedef struct {
    int32_t words[__PTHREAD_WORDS(12, 1)];
} pthread_cond_t;
typedef struct {
    int32_t words[__PTHREAD_WORDS(14, 10)];
} pthread_rwlock_t;
typedef struct {
    uint32_t flags;
    void *stack_base;
    size_t stack_size, guard_size;
    int32_t sched_policy, sched_priority;
#if defined(__LP64__)
    char reserved[16];
#endif
} pthread_attr_t;
