// Waits for the Go runtime of a layer. The layer's init function sets the name of its thread, which shows
// that the runtime runs.

#include "host.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LOOKS = 12000 }; // two minutes, in steps of 10 ms

static int is_named(const char *thread, const char *name) {
    char path[64], text[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%.16s/comm", thread);
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0; // the thread has ended
    if (fgets(text, sizeof text, file) != NULL) text[strcspn(text, "\n")] = 0;
    fclose(file);
    return strcmp(text, name) == 0;
}

static int has_thread(const char *name) {
    int found = 0;
    DIR *threads = opendir("/proc/self/task");
    for (struct dirent *d; threads != NULL && !found && (d = readdir(threads)) != NULL;)
        found = is_named(d->d_name, name);
    if (threads != NULL) closedir(threads);
    return found;
}

void await_go(char **args) {
    for (int i = 0; !has_thread(args[0]); i++) {
        if (i == LOOKS) printf("no Go runtime: %s\n", args[0]);
        if (i == LOOKS) _exit(2);
        usleep(10 * 1000);
    }
}
