// The program: its first argument selects what it does, the second how often.

#define _GNU_SOURCE
#include "program.h"
#include "trace/zz_generated_recorder.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void nothing(uint32_t value) {
    (void)value;
}

driver_fn volatile driver = nothing;

static uint32_t count; // the second argument

static void pause_for(int milliseconds) {
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000l}, NULL);
}

// --- calls

static void mix(uint32_t i) {
    uniform4f((int32_t)(i & 7), 0.5f, (float)(i & 255), 0, 1);
    bind_texture(0x0de1, i & 15);
    enable(0x0be2);
    disable(0x0be2);
    get_error();
}

static void buffer_data(uint32_t target, const void *data, uint64_t size, enum trace_capture why) {
    ENTER();
    if (data != NULL) trace_data(t, 2, data, size);
    if (why != CAPTURE_DATA) trace_no_data(t, 2, why);
    driver(0);
    LEAVE(BUFFER_DATA, 6);
    if (cells != NULL) {
        cells[0] = target;
        write_wide(cells + 1, size);
        write_wide(cells + 3, 0x1000);
        cells[5] = 0x88e4;
    }
    trace_commit(t);
}

static void wide(uint32_t i) {
    double d = i / 3.0;
    ENTER();
    LEAVE(WIDE, 10);
    if (cells != NULL) {
        cells[0] = -i;
        cells[1] = 0xffffffffu - i;
        write_wide(cells + 2, (uint64_t) - (int64_t)i);
        write_wide(cells + 4, 0xffffffffffffffffu - i);
        write_float(cells + 6, (float)i / 7);
        memcpy(cells + 7, &d, sizeof d);
        cells[9] = i;
    }
    trace_commit(t);
}

// A driver call with a nested call: both have data.
static void nested(uint32_t i) {
    ENTER();
    trace_data(t, 0, &i, sizeof i);
    buffer_data(i, "inner", 5, CAPTURE_DATA);
    LEAVE(CALLBACK, 1);
    if (cells != NULL) cells[0] = i;
    trace_commit(t);
}

// --- what the program may do

static void do_mix(void) {
    for (uint32_t i = 0; i < count; i++) mix(i);
}

// Calls in frames, with pauses between them.
static void do_frames(void) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 20; k++) mix(k);
        pause_for(2);
    }
}

static void do_wide(void) {
    for (uint32_t i = 0; i < count; i++) wide(i * 2654435761u);
}

// Data of many sizes, each twice; then each kind of capture, and the beginning of data of unknown size; and 5
// MiB in rows.
static void do_data(void) {
    static uint8_t bytes[5 << 20];
    for (uint32_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 2654435761u >> 24);
    for (uint32_t i = 0; i < count; i++)
        for (int twice = 0; twice < 2; twice++) buffer_data(i, bytes + i, i * 1000, CAPTURE_DATA);
    for (int why = CAPTURE_NULL; why <= CAPTURE_FAILED; why++)
        if (why != CAPTURE_DATA) buffer_data(1000 + (uint32_t)why, NULL, 0, (enum trace_capture)why);
    buffer_data(3000, bytes, 4, CAPTURE_UNKNOWN);
    ENTER();
    trace_data_begin(t, 2, sizeof bytes);
    for (size_t row = 0; row < sizeof bytes; row += 5 << 10) trace_data_add(t, bytes + row, 5 << 10);
    trace_data_end(t);
    LEAVE(BUFFER_DATA, 6);
    if (cells != NULL) {
        memset(cells, 0, 24);
        cells[0] = 2000;
    }
    trace_commit(t);
}

static void await_room(uint32_t unused) {
    (void)unused;
    uint32_t before = trace_segments_returned();
    puts("ready"), fflush(stdout); // the captures of the call had no space
    while (trace_segments_returned() == before) pause_for(1);
}

// The buffers are full when a call begins, but not when it ends: there is no space for its captures, but for
// the call.
static void do_late_room(void) {
    struct trace_thread *t = trace_current_thread();
    while (atomic_load(&t->dropped) == 0) mix(0);
    driver = await_room;
    buffer_data(1, NULL, 0, CAPTURE_NULL);
    driver = nothing;
    buffer_data(2, NULL, 0, CAPTURE_NULL);
}

// Contents that differ only in their sizes.
static void do_small(void) {
    uint8_t bytes[15] = {0};
    for (uint8_t size = 1; size <= sizeof bytes; size++) {
        bytes[0] = size ^ 16;
        buffer_data(size, bytes, size, CAPTURE_DATA);
    }
}

// Memory that is readable, and then unmapped.
static void do_forget(void) {
    enum { BYTES = 1 << 14 };
    mix(0);
    uint8_t *at = mmap(NULL, BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED || !trace_readable(trace_current_thread(), at, BYTES)) exit(3);
    munmap(at, BYTES);
    do_mix();
    if (trace_readable(trace_current_thread(), at, BYTES)) exit(4);
}

static void do_nested(void) {
    for (uint32_t i = 0; i < count; i++) nested(i);
}

// Two threads call. As soon as the recording exists and the threads end, the process is killed.
static void *call_and_end(void *unused) {
    (void)unused;
    do_mix();
    return NULL;
}

static void do_die(void) {
    pthread_t thread;
    struct stat info = {0};
    if (pthread_create(&thread, NULL, call_and_end, NULL) != 0) exit(4);
    do_mix();
    pthread_join(thread, NULL);
    while (stat(getenv("GLTRACE_FILE"), &info) != 0 || info.st_size == 0) pause_for(1);
    do_mix();
    kill(getpid(), SIGKILL);
}

static void do_contexts(void) {
    for (uint32_t i = 0; i < count; i++) {
        trace_context_changed(trace_current_thread(), i % 3);
        mix(i);
        if (i % 10 == 5) trace_set_timed(trace_current_thread(), 0);
        if (i % 10 == 8) trace_set_timed(trace_current_thread(), 1);
    }
}

// Calls of 3 seconds, and a timed call in an untimed batch.
static void do_long(void) {
    for (uint32_t i = 0; i < count; i++) {
        struct trace_thread *t = trace_enter();
        if (t == NULL) return;
        trace_begin(t);
        uint64_t begin = trace_ticks(), end = begin + UINT64_C(40000000000);
        uint32_t *cells = trace_record(t, ENABLE, 1, begin, end, FLAG_SYNTHETIC);
        if (cells != NULL) cells[0] = i;
        trace_commit(t);
        trace_set_timed(t, 0);
        mix(i);
        trace_set_timed(t, 1);
    }
}

static void *thread_of_mix(void *unused) {
    do_mix();
    return unused;
}

static void run_threads(int n, void *(*f)(void *)) {
    pthread_t threads[256];
    for (int i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, f, NULL) != 0) abort();
    for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
}

static void do_two(void) {
    run_threads(2, thread_of_mix);
}

static void do_threads(void) {
    run_threads(64, thread_of_mix);
}

// The drain releases a segment after it has read it.
static int has_place(void) {
    for (int i = 0; i < TRACE_THREADS; i++)
        if (atomic_load(&trace_threads[i].state) == TRACE_SLOT_FREE) return 1;
    return 0;
}

// More threads than segments, one after the other.
static void do_turns(void) {
    for (int i = 0; i < 600; i++) {
        while (!has_place()) pause_for(1);
        run_threads(1, thread_of_mix);
        pause_for(1);
    }
}

// Many threads keep their segments until all have started.
static pthread_barrier_t barrier;

static void *thread_that_waits(void *unused) {
    for (int i = 0; i < 3; i++) {
        do_mix();
        pthread_barrier_wait(&barrier);
    }
    return unused;
}

static void do_many(void) {
    pthread_barrier_init(&barrier, NULL, 256);
    run_threads(256, thread_that_waits);
}

static void *thread_without_end(void *unused) {
    for (uint32_t i = 0;; i++) mix(i);
    return unused;
}

// The program ends while one of its threads makes calls.
static void do_leave(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, thread_without_end, NULL) != 0) abort();
    pthread_detach(thread);
    pause_for(20);
}

// A thread key of the program, with a destructor that makes calls.
static void last_words(void *unused) {
    (void)unused;
    wide(7);
}

static pthread_key_t key;

static void *thread_with_last_words(void *unused) {
    pthread_setspecific(key, &key);
    mix(1);
    return unused;
}

static void do_destructor(void) {
    pthread_key_create(&key, last_words);
    run_threads(4, thread_with_last_words);
}

// The child continues, and records itself if its settings say so.
static void do_fork(void) {
    mix(0);
    pid_t child = fork();
    if (child == 0) {
        if (getenv("CHILD_STARTS")) trace_link_start();
        do_mix();
        if (getenv("CHILD_STARTS")) exit(trace_current_thread() == NULL);
        _exit(is_recording());
    }
    int status;
    waitpid(child, &status, 0);
    if (status != 0) exit(3);
    do_mix();
}

// Makes calls until there is input. It is ready after the first calls.
static void do_serve(void) {
    char byte;
    for (uint32_t i = 0; i < count || count == 0; i++) {
        (void)trace_enter(); // requests that arrived meanwhile
        in_frame = 1;
        for (uint32_t k = 0; k < 20; k++) mix(k);
        in_frame = 0;
        if (i == 0) puts("ready"), fflush(stdout);
        pause_for(1);
        struct timespec none = {0, 0};
        fd_set in;
        FD_ZERO(&in);
        FD_SET(0, &in);
        if (pselect(1, &in, NULL, NULL, &none, NULL) > 0 && read(0, &byte, 1) <= 0) return;
    }
}

// The same without pauses: more calls than a receiver can read.
static void *thread_at_full_speed(void *unused) {
    uint8_t bytes[1 << 16];
    for (uint32_t i = 0; i < count; i++) {
        memset(bytes, (int)i, sizeof bytes);
        memcpy(bytes, &i, sizeof i);
        mix(i);
        buffer_data(i, bytes, sizeof bytes, CAPTURE_DATA);
    }
    return unused;
}

static void do_flood(void) {
    char byte;
    printf("ready\n");
    fflush(stdout);
    while (!is_recording()) pause_for(1);
    thread_at_full_speed(NULL);
    char line[128];
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0) printf("peak %ld\n", atol(line + 6));
    fflush(stdout);
    while (read(0, &byte, 1) > 0) {
    } // remaining data may be read
}

// The process ends while a thread makes calls.
static void do_exit(void) {
    pthread_t thread;
    char byte;
    puts("ready"), fflush(stdout);
    while (!is_recording()) pause_for(1);
    if (pthread_create(&thread, NULL, thread_without_end, NULL) != 0) abort();
    pthread_detach(thread);
    while (read(0, &byte, 1) > 0) {
    }
}

// A signal interrupts the program all the time.
static void handle(int signal) {
    (void)signal;
}

static void do_alarms(void) {
    struct itimerval often = {{0, 50000}, {0, 50000}};
    signal(SIGALRM, handle);
    setitimer(ITIMER_REAL, &often, NULL);
    do_flood();
}

// Faults for sanitizers: data with a wrong length, and a thread that writes to another thread's segment.
static void do_overrun(void) {
    uint8_t *bytes = calloc(count, 1);
    if (bytes != NULL) buffer_data(0, bytes, count + 1, CAPTURE_DATA);
    free(bytes);
}

static void *thread_that_races(void *other) {
    for (uint32_t i = 0; i < count; i++) trace_context_changed(other, i);
    return NULL;
}

static void do_race(void) {
    pthread_t thread;
    mix(0);
    if (pthread_create(&thread, NULL, thread_that_races, trace_current_thread()) != 0) abort();
    do_mix();
    pthread_join(thread, NULL);
}

void do_bench(void);
void do_bench_two(void);
void do_requests(void);

uint32_t how_often(void) {
    return count;
}

static const struct {
    const char *name;
    void (*f)(void);
} deeds[] = {
    {"mix", do_mix},
    {"frames", do_frames},
    {"wide", do_wide},
    {"data", do_data},
    {"small", do_small},
    {"forget", do_forget},
    {"nested", do_nested},
    {"die", do_die},
    {"contexts", do_contexts},
    {"long", do_long},
    {"two", do_two},
    {"threads", do_threads},
    {"turns", do_turns},
    {"many", do_many},
    {"destructor", do_destructor},
    {"fork", do_fork},
    {"serve", do_serve},
    {"flood", do_flood},
    {"exit", do_exit},
    {"alarms", do_alarms},
    {"overrun", do_overrun},
    {"race", do_race},
    {"bench", do_bench},
    {"bench-two", do_bench_two},
    {"requests", do_requests},
    {"late-room", do_late_room},
    {"leave", do_leave},
};

// As on Android, destructors do not run.
static void leave_at_once(void) {
    _exit(0);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    count = (uint32_t)atoi(argv[2]);
    if (getenv("NO_DESTRUCTORS")) atexit(leave_at_once);
    trace_link_start();
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        if (strcmp(deeds[i].name, argv[1]) != 0) continue;
        deeds[i].f();
        return 0;
    }
    return 2;
}
