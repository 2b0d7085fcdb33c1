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
#elif defined(__i386__)
__asm__(".globl _start\n_start: xor %ebp, %ebp\n mov %esp, %eax\n and $-16, %esp\n sub $12, %esp\n push "
        "%eax\n call begin\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n_start: mov x29, #0\n mov x30, #0\n mov x0, sp\n b begin\n");
#elif defined(__arm__)
// Compilers call __aeabi_read_tp for thread-local variables. It may change no register but r0.
__asm__(".globl __aeabi_read_tp\n.type __aeabi_read_tp, %function\n__aeabi_read_tp: mrc p15, 0, r0, c13, c0, "
        "3\n bx lr\n");
__asm__(".globl _start\n_start: mov fp, #0\n mov lr, #0\n mov r0, sp\n b begin\n");
#endif
