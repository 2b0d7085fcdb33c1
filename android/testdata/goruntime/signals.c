// The app's signal handlers.

#define _GNU_SOURCE
#include "host.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int nowhere(void) {
    return *(volatile int *)0;
}

static struct sigaction before;
static sigjmp_buf after_fault;
static volatile int jumps; // whether this program caused the fault in its own code

static int number(const char *name) {
    return strcmp(name, "SEGV") == 0 ? SIGSEGV : SIGURG;
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    (void)info, (void)context;
    printf("host: %s\n", signal == SIGSEGV ? "SEGV" : "URG");
    if (signal != SIGSEGV) return;
    if (jumps) siglongjmp(after_fault, 1);
    _exit(SEEN_BY_HOST);
}

static void on_signal_pass(int signal, siginfo_t *info, void *context) {
    printf("host: hands on\n");
    before.sa_sigaction(signal, info, context);
}

static void install(int signal, void (*handler)(int, siginfo_t *, void *), int flags) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | flags};
    sigaction(signal, &action, &before);
}

void handle(char **args) {
    install(number(args[0]), on_signal, SA_ONSTACK);
}

void handle_and_pass(char **args) {
    install(number(args[0]), on_signal_pass, SA_ONSTACK);
}

void handle_without_stack(char **args) {
    install(number(args[0]), on_signal_pass, 0);
}

static bool on_signal_first(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info, (void)context;
    printf("host: first\n");
    return false;
}

// The structure and the function of Android's libsigchain.
void handle_first(char **args) {
    static struct {
        bool (*handler)(int, siginfo_t *, void *);
        sigset_t mask;
        uint64_t flags;
    } action = {.handler = on_signal_first};
    void (*add)(int, void *) = (void (*)(int, void *))dlsym(RTLD_DEFAULT, "AddSpecialSignalHandlerFn");
    if (add == NULL) printf("no libsigchain\n");
    if (add == NULL) _exit(2);
    add(number(args[0]), &action);
}

void fault(char **args) {
    (void)args;
    jumps = 1;
    if (sigsetjmp(after_fault, 1) == 0) printf("%d\n", nowhere());
    jumps = 0;
}

void write_to_nobody(char **args) {
    int ends[2];
    (void)args;
    if (pipe(ends) != 0) return;
    close(ends[0]);
    if (write(ends[1], "", 1) < 0) printf("host: not written\n");
}

void send_process(char **args) {
    kill(getpid(), number(args[0]));
}

void send_thread(char **args) {
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number(args[0]));
}
