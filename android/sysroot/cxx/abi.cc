// What C++ code calls without including a header: memory, static variables of functions, pure virtual
// functions. There are no exceptions, so that a failure ends the process.
#include <android/log.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

extern "C" int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);

[[noreturn]] static void fail(const char *why) {
    __android_log_write(ANDROID_LOG_FATAL, "gleslayer", why);
    abort();
}

namespace std {
enum class align_val_t : size_t {};
struct nothrow_t {};
extern const nothrow_t nothrow;
const nothrow_t nothrow{};

[[noreturn]] void terminate() noexcept {
    fail("std::terminate was called");
}
} // namespace std

static void *allocate(size_t size, size_t alignment) {
    void *memory = nullptr;
    if (size == 0) size = 1;
    if (alignment <= alignof(max_align_t)) return malloc(size);
    return posix_memalign(&memory, alignment, size) == 0 ? memory : nullptr;
}

static void *allocate_or_fail(size_t size, size_t alignment) {
    void *memory = allocate(size, alignment);
    if (memory == nullptr) fail("operator new: out of memory");
    return memory;
}

#define ALLOCATION(name)                                                                                     \
    void *operator name(size_t size) {                                                                       \
        return allocate_or_fail(size, 1);                                                                    \
    }                                                                                                        \
    void *operator name(size_t size, const std::nothrow_t &) noexcept {                                      \
        return allocate(size, 1);                                                                            \
    }                                                                                                        \
    void *operator name(size_t size, std::align_val_t alignment) {                                           \
        return allocate_or_fail(size, static_cast<size_t>(alignment));                                       \
    }                                                                                                        \
    void *operator name(size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {          \
        return allocate(size, static_cast<size_t>(alignment));                                               \
    }

#define DEALLOCATION(name, ...)                                                                              \
    void operator name(void *memory __VA_ARGS__) noexcept {                                                  \
        free(memory);                                                                                        \
    }

#define DEALLOCATIONS(name)                                                                                  \
    DEALLOCATION(name)                                                                                       \
    DEALLOCATION(name, , size_t)                                                                             \
    DEALLOCATION(name, , const std::nothrow_t &)                                                             \
    DEALLOCATION(name, , std::align_val_t)                                                                   \
    DEALLOCATION(name, , size_t, std::align_val_t)                                                           \
    DEALLOCATION(name, , std::align_val_t, const std::nothrow_t &)

ALLOCATION(new)
ALLOCATION(new[])
DEALLOCATIONS(delete)
DEALLOCATIONS(delete[])

// The guard of a static variable. The compiler tests the first byte before it calls one of these functions.
struct guard {
    uint8_t initialized, running;
};

static pthread_mutex_t guards = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

extern "C" {

// Waits while another thread initializes the variable, and returns 1 if this thread is to do it.
int __cxa_guard_acquire(guard *g) {
    pthread_mutex_lock(&guards);
    while (g->running) pthread_cond_wait(&changed, &guards);
    int first = !g->initialized;
    g->running = static_cast<uint8_t>(first);
    pthread_mutex_unlock(&guards);
    return first;
}

void __cxa_guard_release(guard *g) {
    pthread_mutex_lock(&guards);
    __atomic_store_n(&g->initialized, 1, __ATOMIC_RELEASE);
    g->running = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&guards);
}

// Calls the destructor of a thread-local variable at the end of the thread.
int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *library) {
    return __cxa_thread_atexit_impl(destroy, object, library);
}

void __cxa_pure_virtual() {
    fail("a pure virtual function was called");
}

void __cxa_deleted_virtual() {
    fail("a deleted virtual function was called");
}
}
