// Loads a library and exits, or closes the library first. Before, a child by fork runs the handler.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    void *lib = dlopen(words[1], RTLD_NOW);
    void (*begin)(void) = lib ? (void (*)(void))dlsym(lib, "begin") : NULL;
    if (count < 3 || !begin) return fprintf(stderr, "%s\n", dlerror()), 1;
    begin();
    bool closes = strcmp(words[2], "dlclose") == 0;
    if (closes) dlclose(lib);
    pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
    if (closes) puts("closed");
    return 0;
}
