// Checks that each call of the app reaches the driver once.
#include "stress.h"

#include <stdio.h>

_Thread_local struct calls calls;

static _Atomic(uint64_t) totals[COMMAND_COUNT]; // of the app

static void fail_count(int id) {
    fprintf(stderr, "stress: the call became %llu calls, %llu of the driver in total\n",
            (unsigned long long)(calls.by[id] - calls.before_by),
            (unsigned long long)(calls.all - calls.before));
    fail("a call was lost or repeated:", commands[id].name);
}

void call_begins(int id) {
    calls.before = calls.all, calls.before_by = calls.by[id], calls.hooked = -1, calls.matched = 0;
    if (commands[id].kind == HOOKED) calls.hooked = id;
}

void call_ends(int id) {
    bool is_marked = (calls.a & 0xFFFF0000) == MARK;
    switch (commands[id].kind) {
    case ONE:
        if (calls.all != calls.before + 1) fail_count(id);
        // fall through
    case ID:
        if (calls.by[id] != calls.before_by + 1) fail_count(id);
        break;
    case HOOKED:
        if (calls.matched == 0 || (is_marked && calls.matched != 1)) fail_count(id);
        break;
    case NONE:
        fail("not a function of the app:", commands[id].name);
    }
    calls.hooked = -1;
    atomic_fetch_add_explicit(&totals[id], 1, memory_order_relaxed);
}

void call_arrives(int id) {
    calls.all++;
    calls.last = id;
    calls.by[id]++;
}

void call_matches(int id, GLuint a, GLuint b) {
    calls.matched += calls.hooked == id && calls.a == a && calls.b == b;
}

void print_calls(void) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].kind != NONE)
            printf("calls %s %llu\n", commands[i].name, (unsigned long long)atomic_load(&totals[i]));
}
