// In place of crash_dump64 where no process can trace another: a fault logs the stack of its thread as
// libunwindstack reads it. Preload this library. It is for arm64 in the emulator.
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

// The unwinder reads memory of its own process by this system call, which the emulator does not have.
__attribute__((visibility("default"))) ssize_t process_vm_readv(pid_t process, const struct iovec *to,
                                                                unsigned long to_count,
                                                                const struct iovec *from,
                                                                unsigned long from_count,
                                                                unsigned long flags) {
    ssize_t done = 0;
    (void)process, (void)to_count, (void)flags;
    for (unsigned long i = 0; i < from_count; i++) {
        memcpy((char *)to->iov_base + done, from[i].iov_base, from[i].iov_len);
        done += (ssize_t)from[i].iov_len;
    }
    return done;
}

enum { PC = 440 }; // offset of the program counter in ucontext_t

static void log_stack(int number, siginfo_t *info, void *context) {
    static long long object[64]; // an android::CallStack, which is smaller
    void *library = dlopen("libutilscallstack.so", RTLD_NOW);
    void (*construct)(void *, const char *, int) =
        library ? (void (*)(void *, const char *, int))dlsym(library, "_ZN7android9CallStackC1EPKci") : NULL;
    (void)info;
    // The unwinder takes the address for that of a return, and reports the instruction before it.
    *(unsigned long *)(void *)((char *)context + PC) += 4;
    if (construct) construct(object, "DEBUG", 0);
    _exit(128 + number);
}

// The unwinder knows the frame of a signal by this code, which is in no file in the emulator. 139 is
// rt_sigreturn.
void return_from_signal(void);
__asm__(".globl return_from_signal\nreturn_from_signal: mov x8, #139\n svc #0\n");

// What the kernel reads. The sigaction of Android 15 sets another function for the return.
static const struct {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
} action = {log_stack, SA_SIGINFO | 0x04000000 /* SA_RESTORER */, return_from_signal, 0};

__attribute__((constructor)) static void set_handler(void) {
    syscall(134 /* rt_sigaction */, SIGSEGV, &action, NULL, sizeof action.mask);
}
