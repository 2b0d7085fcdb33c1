// A clock that jumps: half an hour ahead or back, in turn.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <time.h>

int clock_gettime(clockid_t id, struct timespec *to) {
    static int (*next)(clockid_t, struct timespec *);
    static atomic_uint calls;
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "clock_gettime");
    int failed = next(id, to);
    if (failed == 0 && id == CLOCK_REALTIME) to->tv_sec += atomic_fetch_add(&calls, 1) % 2 ? 1800 : -1800;
    return failed;
}
