/* The stubs: they count the call and jump to the target that the thread's table or the loader gives, with all
 * argument registers and the stack as the caller left them. First macros for each architecture, then common
 * ones. */

    .file "machine.S" /* otherwise the library would contain the name of a temporary file */

#include "names.h"

#if defined(__x86_64__)

    .set counts, 64 /* COUNTS_AT */

.macro thread
    mov gleslayergen_thread@gottpoff(%rip), %rax
    mov %fs:(%rax), %rax
.endm

.macro count index
    incq counts + 8 * \index(%rax)
.endm

.macro by_table index
    mov (%rax), %r11
    jmp *8 * \index(%r11)
.endm

.macro by_platform index
    mov gleslayergen_platform@GOTPCREL(%rip), %r11
    jmp *8 * \index(%r11)
.endm

.macro by_detour index
    jmp *loader_detour_to + 8 * \index(%rip)
.endm

/* Calls a C function that returns the target. EGL passes no arguments in vector registers; GL does. */
.macro call_c function, index, vectors
    sub $56 + 128 * \vectors, %rsp
    .cfi_adjust_cfa_offset 56 + 128 * \vectors
    mov %rdi, (%rsp)
    mov %rsi, 8(%rsp)
    mov %rdx, 16(%rsp)
    mov %rcx, 24(%rsp)
    mov %r8, 32(%rsp)
    mov %r9, 40(%rsp)
.if \vectors
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movups %xmm\n, 48 + 16 * \n(%rsp)
    .endr
.endif
    mov $\index, %edi
    call *\function@GOTPCREL(%rip)
    mov %rax, %r11
    mov (%rsp), %rdi
    mov 8(%rsp), %rsi
    mov 16(%rsp), %rdx
    mov 24(%rsp), %rcx
    mov 32(%rsp), %r8
    mov 40(%rsp), %r9
.if \vectors
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movups 48 + 16 * \n(%rsp), %xmm\n
    .endr
.endif
    add $56 + 128 * \vectors, %rsp
    .cfi_adjust_cfa_offset -56 - 128 * \vectors
    jmp *%r11
.endm

#elif defined(__aarch64__)

    .set counts, 64 /* COUNTS_AT */

.macro thread
    mrs x16, tpidr_el0
    adrp x17, :gottprel:gleslayergen_thread
    ldr x17, [x17, :gottprel_lo12:gleslayergen_thread]
    ldr x16, [x16, x17]
.endm

.macro count index
    ldr x17, [x16, #counts + 8 * \index]
    add x17, x17, #1
    str x17, [x16, #counts + 8 * \index]
.endm

.macro by_table index
    ldr x16, [x16]
    ldr x16, [x16, #8 * \index]
    br x16
.endm

.macro by_platform index
    adrp x16, :got:gleslayergen_platform
    ldr x16, [x16, :got_lo12:gleslayergen_platform]
    ldr x16, [x16, #8 * \index]
    br x16
.endm

.macro by_detour index
    adrp x16, loader_detour_to + 8 * \index
    ldr x16, [x16, :lo12:loader_detour_to + 8 * \index]
    br x16
.endm

.macro call_c function, index, vectors
    sub sp, sp, #96 + 128 * \vectors
    .cfi_adjust_cfa_offset 96 + 128 * \vectors
    stp x0, x1, [sp]
    stp x2, x3, [sp, #16]
    stp x4, x5, [sp, #32]
    stp x6, x7, [sp, #48]
    stp x8, x30, [sp, #64]
    .cfi_rel_offset x30, 72
.if \vectors
    stp q0, q1, [sp, #96]
    stp q2, q3, [sp, #128]
    stp q4, q5, [sp, #160]
    stp q6, q7, [sp, #192]
.endif
    mov w0, #\index
    adrp x16, :got:\function
    ldr x16, [x16, :got_lo12:\function]
    blr x16
    mov x16, x0
    ldp x0, x1, [sp]
    ldp x2, x3, [sp, #16]
    ldp x4, x5, [sp, #32]
    ldp x6, x7, [sp, #48]
    ldp x8, x30, [sp, #64]
    .cfi_restore x30
.if \vectors
    ldp q0, q1, [sp, #96]
    ldp q2, q3, [sp, #128]
    ldp q4, q5, [sp, #160]
    ldp q6, q7, [sp, #192]
.endif
    add sp, sp, #96 + 128 * \vectors
    .cfi_adjust_cfa_offset -96 - 128 * \vectors
    br x16
.endm

#else
#error "no stubs for this processor architecture"
#endif

/* A function of the loader's libraries: its symbol, and its row in the table of stubs. */
.macro begin name, index
    .balign 32
    .cfi_startproc
    .globl \name
    .type \name, %function
\name:
    .pushsection .data.rel.ro.stubs, "aw"
    .quad \index, \name
    .popsection
.endm

.macro end
    .cfi_endproc
.endm

/* Jumps through the table of the thread's context. */
.macro gl_stub name, index
    begin \name, \index
    thread
    count \index
    by_table \index
    end
.endm

/* The six GL functions that the loader implements itself, with or without a context (rule 4.6). */
.macro platform_stub name, index
    begin \name, \index
    thread
    count \index
    by_platform \index
    end
.endm

/* Another name of a function. */
.macro alias name, function
    .globl \name
    .type \name, %function
    .set \name, \function
.endm

.macro egl_stub name, index
    begin \name, \index
    call_c gleslayergen_enter, \index, 0
    end
.endm

.macro stubs table
    .section .note.GNU-stack, "", %progbits
    .pushsection .data.rel.ro.stubs, "aw"
    .balign 8
    .globl \table
    .type \table, %object
\table:
    .popsection
    .text
.endm

.macro stubs_end
    .pushsection .data.rel.ro.stubs, "aw"
    .quad 0, 0
    .popsection
.endm
