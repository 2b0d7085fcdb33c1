/* A program that loads a layer as Android's loader does, calls glClear, forks, and calls it again in the
 * child. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *where = "parent";

static void driver_clear(unsigned mask) {
    (void)mask;
    fprintf(stderr, "%s: driver\n", where);
}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    return strcmp(name, "glClear") == 0 ? (void *)driver_clear : NULL;
}

int main(int argc, char **argv) {
    void *first = argc > 2 ? dlopen(argv[2], RTLD_NOW | RTLD_LOCAL) : NULL;
    void *layer = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (layer == NULL || (argc > 2 && first == NULL)) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    void (*initialize)(void *, void *(*)(void *, const char *)) =
        (void (*)(void *, void *(*)(void *, const char *)))dlsym(layer, "AndroidGLESLayer_Initialize");
    void *(*get)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    initialize(&first, get_next);
    void (*clear)(unsigned) = (void (*)(unsigned))get("glClear", (void *)driver_clear);
    clear(1);
    pid_t child = fork();
    if (child == 0) {
        where = "child";
        clear(2);
        _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    clear(3);
    return status;
}
