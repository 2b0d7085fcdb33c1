// The cost of a recorded call in nanoseconds of processor time, of all threads and of its own, and of an
// indirect call and a reading of the clock in the same run.

#define _GNU_SOURCE
#include "program.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

uint32_t how_often(void);
void do_bench(void);
void do_bench_two(void);

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void mix(uint32_t i) {
    uniform4f((int32_t)(i & 7), 0.5f, (float)(i & 255), 0, 1);
    bind_texture(0x0de1, i & 15);
    enable(0x0be2);
    disable(0x0be2);
    get_error();
}

static void calls(uint32_t n) {
    for (uint32_t i = 0; i < n / 5; i++) mix(i);
}

static void plain(uint32_t n) {
    for (uint32_t i = 0; i < n; i++) driver(i);
}

static volatile uint64_t read_last;

static void read_counter(uint32_t n) {
    for (uint32_t i = 0; i < n; i++) read_last = trace_ticks();
}

static void measure(const char *what, void (*f)(uint32_t), uint32_t n) {
    f(n / 16);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    double own = now(CLOCK_THREAD_CPUTIME_ID), all = now(CLOCK_PROCESS_CPUTIME_ID);
    f(n);
    own = now(CLOCK_THREAD_CPUTIME_ID) - own;
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL); // includes the end of the drain
    all = now(CLOCK_PROCESS_CPUTIME_ID) - all;
    printf("%s %.2f %.2f\n", what, own / n, all / n);
    fflush(stdout);
}

static void options(int recording, int untimed) {
    struct trace_options o = {.recording = recording, .untimed = untimed};
    trace_command(&o);
}

void do_bench(void) {
    uint32_t n = how_often();
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL); // the recorder starts
    measure("indirect", plain, n);
    measure("counter", read_counter, n);
    options(1, 0);
    measure("timed", calls, n);
    options(1, 1);
    measure("untimed", calls, n);
    options(0, 0);
    measure("passed", calls, n);
}

static void *thread_of_calls(void *spent) {
    calls(how_often() / 16);
    double before = now(CLOCK_THREAD_CPUTIME_ID);
    calls(how_often());
    *(double *)spent = (now(CLOCK_THREAD_CPUTIME_ID) - before) / how_often();
    return NULL;
}

static void measure_threads(const char *what, int n) {
    double spent[2] = {0};
    pthread_t threads[2];
    for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, thread_of_calls, &spent[i]);
    for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
    printf("%s %.2f %.2f\n", what, (spent[0] + spent[1]) / n, (spent[0] + spent[1]) / n);
    fflush(stdout);
}

void do_bench_two(void) {
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    options(1, 0);
    measure_threads("one", 1);
    measure_threads("two", 2);
}
