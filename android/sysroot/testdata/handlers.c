// A library with a handler for the exit and one for children by fork.
#include <stdlib.h>
#include <unistd.h>

int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));

static void say(const char *text, size_t size) {
    if (write(1, text, size) < 0) abort();
}

static void at_exit(void) {
    say("exits\n", 6);
}

static void in_child(void) {
    say("child\n", 6);
}

void begin(void) {
    atexit(at_exit);
    pthread_atfork(NULL, NULL, in_child);
}
