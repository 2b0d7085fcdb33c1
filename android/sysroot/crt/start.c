// What the NDK's crtbegin_dynamic.o adds to a program: the entry point, which calls main. It is linked only
// into programs.
#include <stddef.h>

typedef void (*function)(void);

int main(int, char **, char **);
int __cxa_atexit(void (*)(void *), void *, void *);
void __libc_init(void *stack, function at_exit, int (*main)(int, char **, char **), void *const *arrays)
    __attribute__((noreturn));

// By the linker.
extern function __fini_array_start[] __attribute__((visibility("hidden")));
extern function __fini_array_end[] __attribute__((visibility("hidden")));

#if defined __arm__ || defined __aarch64__
// The C library has its own thread-local data in front, and requires this alignment.
__attribute__((used, retain, aligned(8 * sizeof(void *)))) static _Thread_local char alignment;
#endif

static void run_destructors(void *unused) {
    (void)unused;
    for (function *at = __fini_array_end; at > __fini_array_start;) (*--at)();
}

// The stack has the arguments, the environment and the auxiliary vector. Android's dynamic linker runs the
// constructors, so that the arrays of constructors and destructors can be null.
__attribute__((used, noreturn)) static void start(void *stack) {
    static void *const arrays[6];
    __cxa_atexit(run_destructors, NULL, NULL);
    __libc_init(stack, NULL, main, arrays);
}

__asm__(".text\n"
        ".globl _start\n"
        ".hidden _start\n"
        ".type _start, %function\n"
        "_start:\n"
#if defined __x86_64__
        "xorl %ebp, %ebp\n"
        "movq %rsp, %rdi\n"
        "andq $-16, %rsp\n"
        "call start\n"
#elif defined __i386__
        "xorl %ebp, %ebp\n"
        "movl %esp, %eax\n"
        "andl $-16, %esp\n"
        "subl $12, %esp\n"
        "pushl %eax\n"
        "call start\n"
#elif defined __aarch64__
        "mov x29, #0\n"
        "mov x30, #0\n"
        "mov x0, sp\n"
        "b start\n"
#elif defined __arm__
        "mov r0, #0\n"
        "mov lr, r0\n"
        "mov r11, r0\n"
        "mov r0, sp\n"
        "bl start\n"
#endif
        ".size _start, . - _start\n");
