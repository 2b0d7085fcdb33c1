/* Makes RenderDoc capture one frame of the program into which it is loaded, some time after the start, and
 * prints the number of captures. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

/* Indices in RenderDoc's table of functions. */
enum { VERSION = 10102, GET_NUMBER = 13, TRIGGER = 15 };

static void *capture(void *unused) {
    int (*get)(int version, void (***functions)(void));
    *(void **)&get = dlsym(RTLD_DEFAULT, "RENDERDOC_GetAPI");
    void (**functions)(void) = NULL;
    if (!get || get(VERSION, &functions) != 1) return fputs("capture: no RenderDoc\n", stderr), unused;
    int before = ((int (*)(void))functions[GET_NUMBER])();
    while (((int (*)(void))functions[GET_NUMBER])() == before) {
        functions[TRIGGER]();
        usleep(500 * 1000);
    }
    fputs("capture: done\n", stderr);
    return unused;
}

__attribute__((constructor)) static void prepare(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, capture, NULL);
}
