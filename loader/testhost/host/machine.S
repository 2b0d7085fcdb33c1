/* One stub a name: count the call and jump through the table, with every argument register and the stack as the
   caller left them. Assembler macros for each kind of machine, then those that are the same on all. */

    .hidden loader_calls, loader_top, loader_stub, loader_enter, loader_stubs_begin, loader_stubs_end

#if defined(__x86_64__)

.macro count_call index
    lock incq loader_calls + 8 * \index(%rip)
.endm

.macro jump index
    jmp *loader_top + 8 * \index(%rip)
.endm

/* EGL passes nothing in vector registers. */
.macro enter
    sub $56, %rsp
    .cfi_adjust_cfa_offset 56
    mov %rdi, (%rsp)
    mov %rsi, 8(%rsp)
    mov %rdx, 16(%rsp)
    mov %rcx, 24(%rsp)
    mov %r8, 32(%rsp)
    mov %r9, 40(%rsp)
    call loader_enter
    mov (%rsp), %rdi
    mov 8(%rsp), %rsi
    mov 16(%rsp), %rdx
    mov 24(%rsp), %rcx
    mov 32(%rsp), %r8
    mov 40(%rsp), %r9
    add $56, %rsp
    .cfi_adjust_cfa_offset -56
.endm

#elif defined(__aarch64__)

.macro count_call index
    adrp x16, loader_calls + 8 * \index
    add x16, x16, :lo12:loader_calls + 8 * \index
8:  ldxr x9, [x16]
    add x9, x9, #1
    stxr w10, x9, [x16]
    cbnz w10, 8b
.endm

.macro jump index
    adrp x16, loader_top + 8 * \index
    ldr x16, [x16, :lo12:loader_top + 8 * \index]
    br x16
.endm

.macro enter
    sub sp, sp, #80
    .cfi_adjust_cfa_offset 80
    stp x0, x1, [sp]
    stp x2, x3, [sp, #16]
    stp x4, x5, [sp, #32]
    stp x6, x7, [sp, #48]
    str x30, [sp, #64]
    .cfi_offset x30, -16
    bl loader_enter
    ldp x0, x1, [sp]
    ldp x2, x3, [sp, #16]
    ldp x4, x5, [sp, #32]
    ldp x6, x7, [sp, #48]
    ldr x30, [sp, #64]
    .cfi_restore x30
    add sp, sp, #80
    .cfi_adjust_cfa_offset -80
.endm

#else
#error "no stubs for this kind of machine yet"
#endif

/* The table of stubs is made beside them, entry by entry. */
.macro record address
    .pushsection .data.rel.ro.loader_stub, "aw"
    .quad \address
    .popsection
.endm

.macro export name
    .globl \name
    .type \name, %function
\name:
.endm

.macro body index
    count_call \index
    jump \index
    .cfi_endproc
.endm

/* An exported function; one that may be the first to meet EGL; a name known to layers only; a slot. */
.macro stub name, index
    .balign 16
    .cfi_startproc
9:
    export \name
    record 9b
    body \index
.endm

.macro trigger name, index
    .balign 16
    .cfi_startproc
9:
    export \name
    record 9b
    enter
    body \index
.endm

.macro unexported
    record 0
.endm

.macro slot index
    .balign 16
    .cfi_startproc
9:
    record 9b
    body \index
.endm

    .section .note.GNU-stack, "", %progbits
    .pushsection .data.rel.ro.loader_stub, "aw"
    .balign 8
    .globl loader_stub
loader_stub:
    .popsection
    .text
