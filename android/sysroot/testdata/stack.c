// Compares the call stack by frame pointers with that of the compiler's library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <unwind.h>

#define _Unwind_Backtrace own_backtrace
#define _Unwind_GetIP own_ip
#include "../crt/unwind.c"
#undef _Unwind_Backtrace
#undef _Unwind_GetIP

enum { MOST = 8 };

struct stack {
    int count;
    uintptr_t pc[MOST];
};

static struct stack own, library;

static _Unwind_Reason_Code add_own(struct _Unwind_Context *frame, void *data) {
    struct stack *stack = data;
    stack->pc[stack->count++] = own_ip(frame);
    return stack->count < MOST ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static _Unwind_Reason_Code add_library(struct _Unwind_Context *frame, void *data) {
    struct stack *stack = data;
    stack->pc[stack->count++] = _Unwind_GetIP(frame);
    return stack->count < MOST ? _URC_NO_REASON : _URC_END_OF_STACK;
}

__attribute__((noinline)) static int inner(int depth) {
    if (depth > 0) return inner(depth - 1) + 1;
    own_backtrace(add_own, &own);
    _Unwind_Backtrace(add_library, &library);
    return 0;
}

int main(void) {
    inner(4);
    int wrong = own.count < 6;
    for (int i = 1; i < 6; i++) wrong += own.pc[i] != library.pc[i]; // the first is in inner, at another call
    if (wrong)
        for (int i = 0; i < MOST; i++) printf("%d: %#zx %#zx\n", i, (size_t)own.pc[i], (size_t)library.pc[i]);
    return wrong != 0;
}
