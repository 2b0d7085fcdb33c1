// Acts as an app and Android's layer loader. The arguments are commands:
//
//     open LIB       opens a layer, above those opened before
//     inside LIB X   opens LIB, whose constructor opens X
//     init           initializes the layers in the order in which they were opened, and gets their functions
//     go N           calls glClear(N), for which the layers have a hook in Go
//     c N            calls glClearStencil(N), for which they have a hook in C
//     load LIB       opens the app's own Go library
//     foreign N      calls Work(N) of that library
//     counts         prints how many calls reached the driver, and how many calls of Work returned the right
//                    value
//     handle SIG     installs the app's handler of a signal
//     pass SIG       installs a handler that calls the previous handler
//     plain SIG      the same, without SA_ONSTACK
//     first SIG      installs a handler that libsigchain calls first, as the runtime of apps does
//     fault          causes a fault in C
//     break          makes the driver's glClear cause a fault
//     callback       makes the driver's glClear call Work(0)
//     pipe           writes to a pipe without a reader
//     kill SIG       sends a signal to the process
//     tgkill SIG     sends a signal to this thread
//     await NAME     waits until the layer of that name has started its Go runtime, which starts in parallel
//     thread N { }   runs commands in N threads
//     times N { }    runs commands N times
//     fork { }       runs commands in a child process
//     ending { }     runs commands when this thread ends, from a thread destructor

#include "host.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 64 };

// Reserves the word in which Go on Android stores its g: the second slot after the thread pointer of arm64.
__attribute__((aligned(16), used)) __thread void *pad[8];

static void run(char **words);
static void times(char **args);
static void threads(char **args);
static void child(char **args);
static void at_end(char **args);

static const struct {
    const char *name;
    int args, block; // number of arguments, and whether a block { } follows
    void (*run)(char **args);
} table[] = {
    {"go", 1, 0, call_go},         {"c", 1, 0, call_c},
    {"open", 1, 0, open_layer},    {"inside", 2, 0, open_inside},
    {"init", 0, 0, initialize},    {"counts", 0, 0, print_counts},
    {"load", 1, 0, load},          {"foreign", 1, 0, call_foreign},
    {"handle", 1, 0, handle},      {"pass", 1, 0, handle_and_pass},
    {"fault", 0, 0, fault},        {"break", 0, 0, break_driver},
    {"kill", 1, 0, send_process},  {"tgkill", 1, 0, send_thread},
    {"callback", 0, 0, call_back}, {"plain", 1, 0, handle_without_stack},
    {"first", 1, 0, handle_first}, {"pipe", 0, 0, write_to_nobody},
    {"thread", 1, 1, threads},     {"times", 1, 1, times},
    {"fork", 0, 1, child},         {"ending", 0, 1, at_end},
    {"await", 1, 0, await_go},
};

static void times(char **args) {
    for (int i = atoi(args[0]); i > 0; i--) run(args + 2);
}

static void *run_thread(void *words) {
    run(words);
    return NULL;
}

static void threads(char **args) {
    pthread_t ids[THREADS];
    int n = atoi(args[0]);
    for (int i = 0; i < n; i++) pthread_create(&ids[i], NULL, run_thread, args + 2);
    for (int i = 0; i < n; i++) pthread_join(ids[i], NULL);
}

static void child(char **args) {
    int status = 0;
    pid_t id = fork();
    if (id == 0) {
        run(args + 1);
        _exit(0);
    }
    waitpid(id, &status, 0);
    printf("child: %d\n", status);
}

static pthread_key_t ending;

static void run_at_end(void *words) {
    run(words);
}

static void make_ending(void) {
    pthread_key_create(&ending, run_at_end);
}

static void at_end(char **args) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_ending);
    pthread_setspecific(ending, args + 1);
}

// Returns the arguments after a block, whose opening brace is the first argument.
static char **behind(char **words) {
    int depth = 0;
    do {
        depth += (strcmp(*words, "{") == 0) - (strcmp(*words, "}") == 0);
        words++;
    } while (depth > 0);
    return words;
}

static void run(char **words) {
    while (*words != NULL && strcmp(*words, "}") != 0) {
        size_t i = 0;
        while (i < sizeof table / sizeof *table && strcmp(table[i].name, *words) != 0) i++;
        if (i == sizeof table / sizeof *table) {
            printf("no such word: %s\n", *words);
            _exit(2);
        }
        table[i].run(words + 1);
        words += 1 + table[i].args;
        if (table[i].block) words = behind(words);
    }
}

int main(int argc, char **argv) {
    (void)argc;
    setvbuf(stdout, NULL, _IONBF, 0); // otherwise the child prints a copy of it again
    run(argv + 1);
    return 0;
}
