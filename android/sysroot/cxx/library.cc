// The functions that the headers of libc++ declare and its compiled library defines, as far as layers can use
// them without the NDK. docs/hooks-c.md lists the parts. A failure for which the standard has an exception
// ends the process.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>

#include <android/log.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

[[noreturn]] static void fail(const char *format, va_list args) {
    __android_log_vprint(ANDROID_LOG_FATAL, "gleslayer", format, args);
    abort();
}

[[noreturn]] static void fail(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail(format, args);
}

#if _LIBCPP_VERSION >= 200000
#define NOEXCEPT_20 noexcept
#else
#define NOEXCEPT_20
#endif

_LIBCPP_BEGIN_NAMESPACE_STD

#if _LIBCPP_VERSION >= 15000
void __libcpp_verbose_abort(const char *format, ...) NOEXCEPT_20 {
    va_list args;
    va_start(args, format);
    fail(format, args);
}
#endif

void __throw_system_error(int code, const char *what) {
    fail("%s: error %d", what, code);
}

static void check(int code, const char *what) {
    if (code != 0) __throw_system_error(code, what);
}

// time_t has 32 bits in 32-bit processes: then a later time becomes the last one that there is.
static timespec to_timespec(chrono::nanoseconds time) {
    auto seconds = chrono::duration_cast<chrono::seconds>(time);
    constexpr long long last = numeric_limits<time_t>::max();
    timespec out;
    out.tv_sec = static_cast<time_t>(seconds.count() < last ? seconds.count() : last);
    out.tv_nsec = static_cast<long>((time - seconds).count());
    return out;
}

// <mutex>
#if !defined(_LIBCPP_HAS_TRIVIAL_MUTEX_DESTRUCTION) ||                                                       \
    (_LIBCPP_VERSION >= 200000 && _LIBCPP_HAS_TRIVIAL_MUTEX_DESTRUCTION + 0 == 0)
mutex::~mutex() noexcept {
    pthread_mutex_destroy(native_handle());
}
#endif

void mutex::lock() {
    check(pthread_mutex_lock(native_handle()), "std::mutex::lock");
}

bool mutex::try_lock() noexcept {
    return pthread_mutex_trylock(native_handle()) == 0;
}

void mutex::unlock() noexcept {
    pthread_mutex_unlock(native_handle());
}

recursive_mutex::recursive_mutex() {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    check(pthread_mutex_init(native_handle(), &attributes), "std::recursive_mutex");
    pthread_mutexattr_destroy(&attributes);
}

recursive_mutex::~recursive_mutex() {
    pthread_mutex_destroy(native_handle());
}

void recursive_mutex::lock() {
    check(pthread_mutex_lock(native_handle()), "std::recursive_mutex::lock");
}

bool recursive_mutex::try_lock() noexcept {
    return pthread_mutex_trylock(native_handle()) == 0;
}

void recursive_mutex::unlock() noexcept {
    pthread_mutex_unlock(native_handle());
}

// The flag is 0, then 1 while a thread runs the function, then all bits.
void __call_once(volatile once_flag::_State_type &flag, void *data, void (*function)(void *)) {
    static pthread_mutex_t flags = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&flags);
    while (flag == 1) pthread_cond_wait(&changed, &flags);
    if (flag == 0) {
        flag = 1;
        pthread_mutex_unlock(&flags);
        function(data);
        pthread_mutex_lock(&flags);
        __atomic_store_n(&flag, ~once_flag::_State_type(0), __ATOMIC_RELEASE);
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&flags);
}

// <condition_variable>
condition_variable::~condition_variable() {
    pthread_cond_destroy(native_handle());
}

void condition_variable::notify_one() noexcept {
    pthread_cond_signal(native_handle());
}

void condition_variable::notify_all() noexcept {
    pthread_cond_broadcast(native_handle());
}

void condition_variable::wait(unique_lock<mutex> &lock) noexcept {
    if (!lock.owns_lock()) fail("std::condition_variable::wait: the mutex is not locked");
    pthread_cond_wait(native_handle(), lock.mutex()->native_handle());
}

void condition_variable::__do_timed_wait(
    unique_lock<mutex> &lock, chrono::time_point<chrono::system_clock, chrono::nanoseconds> end) noexcept {
    if (!lock.owns_lock()) fail("std::condition_variable::wait_for: the mutex is not locked");
    timespec at = to_timespec(end.time_since_epoch());
    pthread_cond_timedwait(native_handle(), lock.mutex()->native_handle(), &at);
}

// <shared_mutex>: the state has the number of readers, and a bit for a writer, which has precedence.
__shared_mutex_base::__shared_mutex_base() : __state_(0) {}

bool __shared_mutex_base::try_lock() {
    unique_lock<mutex> lock(__mut_);
    if (__state_ != 0) return false;
    __state_ = __write_entered_;
    return true;
}

void __shared_mutex_base::lock() {
    unique_lock<mutex> lock(__mut_);
    while (__state_ & __write_entered_) __gate1_.wait(lock);
    __state_ |= __write_entered_;
    while (__state_ & __n_readers_) __gate2_.wait(lock);
}

void __shared_mutex_base::unlock() {
    unique_lock<mutex> lock(__mut_);
    __state_ = 0;
    __gate1_.notify_all();
}

bool __shared_mutex_base::try_lock_shared() {
    unique_lock<mutex> lock(__mut_);
    if (__state_ & __write_entered_ || __state_ == __n_readers_) return false;
    __state_++;
    return true;
}

void __shared_mutex_base::lock_shared() {
    unique_lock<mutex> lock(__mut_);
    while (__state_ & __write_entered_ || __state_ == __n_readers_) __gate1_.wait(lock);
    __state_++;
}

void __shared_mutex_base::unlock_shared() {
    unique_lock<mutex> lock(__mut_);
    __state_--;
    if (__state_ == __write_entered_) __gate2_.notify_one();
    __gate1_.notify_all();
}

// <thread>
__thread_struct::__thread_struct() : __p_(nullptr) {}

__thread_struct::~__thread_struct() {}

__thread_specific_ptr<__thread_struct> &__thread_local_data() {
    static auto *data = new __thread_specific_ptr<__thread_struct>; // never deleted: threads may outlive it
    return *data;
}

thread::~thread() {
    if (joinable()) terminate();
}

void thread::join() {
    check(joinable() ? pthread_join(__t_, nullptr) : EINVAL, "std::thread::join");
    __t_ = 0;
}

void thread::detach() {
    check(joinable() ? pthread_detach(__t_) : EINVAL, "std::thread::detach");
    __t_ = 0;
}

unsigned thread::hardware_concurrency() noexcept {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? static_cast<unsigned>(count) : 0;
}

namespace this_thread {
void sleep_for(const chrono::nanoseconds &time) {
    timespec left = to_timespec(time);
    while (time > chrono::nanoseconds::zero() && nanosleep(&left, &left) == -1 && errno == EINTR) {
    }
}
} // namespace this_thread

// <chrono>
namespace chrono {
static nanoseconds read(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

system_clock::time_point system_clock::now() noexcept {
    return time_point(duration_cast<duration>(read(CLOCK_REALTIME)));
}

time_t system_clock::to_time_t(const time_point &time) noexcept {
    return static_cast<time_t>(duration_cast<seconds>(time.time_since_epoch()).count());
}

system_clock::time_point system_clock::from_time_t(time_t time) noexcept {
    return time_point(seconds(time));
}

steady_clock::time_point steady_clock::now() noexcept {
    return time_point(read(CLOCK_MONOTONIC));
}
} // namespace chrono

// <memory>: the counts are one less than the number of owners.
__shared_count::~__shared_count() {}

__shared_weak_count::~__shared_weak_count() {}

const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept {
    return nullptr;
}

void __shared_weak_count::__release_weak() noexcept {
    if (__atomic_fetch_sub(&__shared_weak_owners_, 1, __ATOMIC_ACQ_REL) == 0) __on_zero_shared_weak();
}

__shared_weak_count *__shared_weak_count::lock() noexcept {
    long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST);
    while (owners != -1) {
        if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            return this;
    }
    return nullptr;
}

void *align(size_t alignment, size_t size, void *&memory, size_t &space) {
    size_t gap = -reinterpret_cast<uintptr_t>(memory) & (alignment - 1);
    if (gap > space || size > space - gap) return nullptr;
    space -= gap;
    return memory = static_cast<char *>(memory) + gap;
}

// <unordered_map> and <unordered_set>: the number of buckets.
size_t __next_prime(size_t n) {
    if (n <= 2) return n == 0 ? 0 : 2;
    for (n |= 1;; n += 2) {
        size_t divisor = 3;
        while (divisor <= n / divisor && n % divisor != 0) divisor += 2;
        if (divisor > n / divisor) return n;
    }
}

// <string>: numbers.
template <typename Number> static string print(const char *format, Number value) {
    char text[512]; // a double has up to 309 digits before the point
    int size = snprintf(text, sizeof text, format, value);
    if (size < static_cast<int>(sizeof text)) return text;
    string large(static_cast<size_t>(size) + 1, '\0');
    snprintf(&large[0], large.size(), format, value);
    large.pop_back();
    return large;
}

string to_string(int value) {
    return print("%d", value);
}

string to_string(unsigned value) {
    return print("%u", value);
}

string to_string(long value) {
    return print("%ld", value);
}

string to_string(unsigned long value) {
    return print("%lu", value);
}

string to_string(long long value) {
    return print("%lld", value);
}

string to_string(unsigned long long value) {
    return print("%llu", value);
}

string to_string(float value) {
    return print("%f", static_cast<double>(value));
}

string to_string(double value) {
    return print("%f", value);
}

string to_string(long double value) {
    return print("%Lf", value);
}

// Calls a function of the C library, which returns the number and sets the end of its text.
template <typename Convert>
static auto parse(const char *name, const string &text, size_t *end, Convert convert) {
    const char *begin = text.c_str();
    char *rest = nullptr;
    int kept = errno;
    errno = 0;
    auto value = convert(begin, &rest);
    int code = errno;
    errno = kept;
    if (rest == begin) fail("%s: \"%s\" is not a number", name, begin);
    if (code == ERANGE) fail("%s: %s is out of range", name, begin);
    if (end != nullptr) *end = static_cast<size_t>(rest - begin);
    return value;
}

#define PARSE_INTEGER(type, name, function)                                                                  \
    type name(const string &text, size_t *end, int base) {                                                   \
        return parse("std::" #name, text, end,                                                               \
                     [base](const char *s, char **rest) { return function(s, rest, base); });                \
    }
#define PARSE_FLOAT(type, name, function)                                                                    \
    type name(const string &text, size_t *end) {                                                             \
        return parse("std::" #name, text, end,                                                               \
                     [](const char *s, char **rest) { return function(s, rest); });                          \
    }

PARSE_INTEGER(long, stol, strtol)
PARSE_INTEGER(unsigned long, stoul, strtoul)
PARSE_INTEGER(long long, stoll, strtoll)
PARSE_INTEGER(unsigned long long, stoull, strtoull)
PARSE_FLOAT(float, stof, strtof)
PARSE_FLOAT(double, stod, strtod)
PARSE_FLOAT(long double, stold, strtold)

int stoi(const string &text, size_t *end, int base) {
    long value =
        parse("std::stoi", text, end, [base](const char *s, char **rest) { return strtol(s, rest, base); });
    if (value < INT_MIN || value > INT_MAX) fail("std::stoi: %s is out of range", text.c_str());
    return static_cast<int>(value);
}

#if _LIBCPP_VERSION < 15000
// <charconv>: write decimal digits, and return their end.
namespace __itoa {
char *__u64toa(uint64_t value, char *text) noexcept {
    char *end = text;
    do *end++ = static_cast<char>('0' + value % 10);
    while ((value /= 10) != 0);
    std::reverse(text, end);
    return end;
}

char *__u32toa(uint32_t value, char *text) noexcept {
    return __u64toa(value, text);
}
} // namespace __itoa
#endif

// Templates that newer versions instantiate in the library.
#if defined(_LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST)
#define INSTANTIATE(...) template __VA_ARGS__;
_LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(INSTANTIATE, char)
template string operator+<char, char_traits<char>, allocator<char>>(const char *, const string &);
#endif

#if _LIBCPP_VERSION >= 170000
// The headers only declare the template. With another function to compare, they sort without it.
template <class Compare, class Iterator> void __sort(Iterator first, Iterator last, Compare) {
    std::sort(first, last, [](const auto &a, const auto &b) { return a < b; });
}
#define SORT(type) template void __sort<__less<type> &, type *>(type *, type *, __less<type> &);
#elif _LIBCPP_VERSION >= 15000
#define SORT(type)                                                                                           \
    template void __sort<__less<type> &, type *>(type *, type *, __less<type> &);                            \
    template bool __insertion_sort_incomplete<__less<type> &, type *>(type *, type *, __less<type> &);
#endif
#if defined(SORT)
SORT(char)
SORT(signed char)
SORT(unsigned char)
SORT(short)
SORT(unsigned short)
SORT(int)
SORT(unsigned)
SORT(long)
SORT(unsigned long)
SORT(long long)
SORT(unsigned long long)
SORT(float)
SORT(double)
#endif

#if _LIBCPP_VERSION >= 210000
// <functional>: FNV-1a.
size_t __hash_memory(_LIBCPP_NOESCAPE const void *memory, size_t size) noexcept {
    const size_t prime = sizeof(size_t) == 8 ? static_cast<size_t>(0x100000001b3) : 0x01000193;
    size_t hash = sizeof(size_t) == 8 ? static_cast<size_t>(0xcbf29ce484222325) : 0x811c9dc5;
    for (size_t i = 0; i < size; i++) hash = (hash ^ static_cast<const unsigned char *>(memory)[i]) * prime;
    return hash;
}
#endif

_LIBCPP_END_NAMESPACE_STD
