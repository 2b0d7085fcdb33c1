// The settings file of the layer "stress". The program has a function fail.
#ifndef STRESS_SETTINGS_H
#define STRESS_SETTINGS_H
#include <stdio.h>
#include <stdlib.h>

// Replaces the file, so that the layer reads all of it or none.
static void set(const char *text) {
    char path[512], new[520];
    snprintf(path, sizeof path, "%s/stress.conf", getenv("XDG_CONFIG_HOME"));
    snprintf(new, sizeof new, "%s.new", path);
    FILE *file = fopen(new, "w");
    if (file == NULL) fail("cannot write", new);
    fputs(text, file);
    if (fclose(file) != 0 || rename(new, path) != 0) fail("cannot write", path);
}

#endif
