#include <sys/types.h>

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGSYS 31
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_SIGINFO 0x00000004
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000

#if defined(__LP64__)
#define __SIGINFO_PAD 28 // to 128 bytes
#else
#define __SIGINFO_PAD 29
#endif

typedef struct {
    unsigned long words[1];
} sigset_t;
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef struct siginfo {
    int si_signo, si_errno, si_code;
    union {
        void *si_addr; // of SIGSEGV, SIGBUS, SIGILL, SIGFPE
        struct {
            pid_t si_pid;
            uid_t si_uid;
        };
        int pad[__SIGINFO_PAD];
    };
} siginfo_t;
struct sigaction {
#if defined(__LP64__)
    int sa_flags;
#endif
    union {
        sighandler_t sa_handler;
        void (*sa_sigaction)(int, struct siginfo *, void *);
    };
    sigset_t sa_mask;
#if !defined(__LP64__)
    int sa_flags;
#endif
    void (*sa_restorer)(void);
};
