/* An app on the test device: it does what the one of Android's compatibility tests does, or, where it is an
   activity without Java, has that created; and then stays, as apps do, until its standard input ends.
   usage: app LIBLOG [LIBRARY] */
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#define main alone
#include "android/cts/c/app.c"
#undef main
#include "internal/testutil/testdata/standin/android/native_activity.h"

/* What libraries of Android need of each other they find by its name, once it is loaded. */
static void *load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library) SAY("%s", dlerror());
    return library;
}

static int create(const char *path) {
    static struct ANativeActivityCallbacks callbacks;
    static char data[4096];
    static ANativeActivity android = {.callbacks = &callbacks, .internalDataPath = data};
    if (!getcwd(data, sizeof data - sizeof "/files")) return 1; /* the directory of the app's data */
    strcat(data, "/files");
    void *library = load(path);
    void *created = library ? dlsym(library, "ANativeActivity_onCreate") : NULL;
    if (library && !created) SAY("%s", dlerror());
    if (!created) return 1;
    ((void (*)(ANativeActivity *, void *, size_t))created)(&android, NULL, 0);
    SAY("activity created");
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2 || !load(argv[1])) return 1;
    int status = argc > 2 ? create(argv[2]) : alone();
    char byte;
    while (status == 0 && read(STDIN_FILENO, &byte, 1) > 0) {
    }
    return status;
}
