// Uses a function of each library, a thread-local variable, a call stack, and arithmetic of 64 bits.
#define _GNU_SOURCE
#include <android/log.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/system_properties.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

static _Thread_local uint64_t calls;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static _Unwind_Reason_Code visit(struct _Unwind_Context *frame, void *data) {
    *(uintptr_t *)data ^= _Unwind_GetIP(frame);
    return _URC_NO_REASON;
}

static void at_end(void) {
    puts("end");
}

double all(uint64_t a, uint64_t b, double c) {
    uintptr_t stack = 0;
    Dl_info info;
    char text[PATH_MAX];
    pthread_mutex_lock(&mutex);
    calls += a / b % 7;
    pthread_mutex_unlock(&mutex);
    _Unwind_Backtrace(visit, &stack);
    if (dladdr((void *)stack, &info)) errno = ENOENT;
    snprintf(text, sizeof text, "%" PRIu64 " %d %s", calls, errno, strerror(errno));
    __android_log_write(ANDROID_LOG_INFO, "lib", text);
    atexit(at_end);
    pthread_atfork(NULL, NULL, at_end);
    assert(calls < 100);
    return sin(c) + (double)(a * b) + (double)((int64_t)a / (int64_t)b) + (double)(uint64_t)c;
}
