// The start of a program for Android, in place of the NDK's crtbegin_dynamic.o. Before it, the linker has
// initialized the C library and called the constructors.
#include <stdlib.h>

int main(int count, char **words);

// The stack begins with the number of arguments and the arguments.
__attribute__((used, noreturn)) static void begin(long *stack) {
    exit(main((int)stack[0], (char **)(stack + 1)));
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start: xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call begin\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n_start: mov x29, #0\n mov x30, #0\n mov x0, sp\n b begin\n");
#endif
