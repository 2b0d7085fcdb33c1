/* A program that runs the commands in its arguments. It opens EGL and OpenGL ES with dlopen, as many programs
 * do. */
#define WHO "app"
#include "words.h"

#ifdef __ANDROID__
#define EGL "libEGL.so"
#define GLES "libGLESv2.so"
#define ES1 "libGLESv1_CM.so"

/* The C library of Android accepts a program for arm64 only if its thread-local data has this alignment. */
extern _Thread_local char aligned[64];
_Alignas(64) _Thread_local char aligned[64];
#else
#define EGL "libEGL.so.1"
#define GLES "libGLESv2.so.2"
#define ES1 "libGLESv1_CM.so.1"
#endif

static void *library(const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) say("app cannot open %s: %s", name, dlerror());
    return handle;
}

static void *symbol(const char *name) {
    return dlsym(RTLD_DEFAULT, name);
}

static void *find(const char *name) {
    if (strncmp(name, "es1.", 4) == 0) return dlsym(library(ES1), name + 4);
    void *common = find_common(name);
    if (common) return common;
    if (strcmp(name, "symbol") == 0) return (void *)symbol;
    void *found = dlsym(library(EGL), name);
    return found ? found : dlsym(library(GLES), name);
}

int main(int argc, char **argv) {
    static struct variables ours = {.lock = PTHREAD_MUTEX_INITIALIZER};
    char address[32];
    snprintf(address, sizeof address, "%p", (void *)&ours);
    setenv("VARIABLES", address, 1); // before other threads exist
    library(EGL);
    library(GLES);
    run_words(argv + (argc > 0));
    say("app ends");
    return 0;
}
