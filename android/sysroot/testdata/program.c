// A program with a constructor, a destructor, and data of the thread. It returns the number of its arguments.
#include <stdio.h>
#include <stdlib.h>

static _Thread_local int local = 7;

__attribute__((destructor)) static void at_end(void) {
    fprintf(stderr, "destructor\n");
}

static void at_exit(void) {
    fprintf(stderr, "exit\n");
}

int main(int count, char **arguments, char **environment) {
    atexit(at_exit);
    fprintf(stderr, "%s %d %d\n", arguments[count - 1], environment[0] != NULL, local);
    return count;
}
