/* The transcript: the loader, the layers, the driver and the program append lines to the same file. */
#ifndef SAY_H
#define SAY_H

#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2) length = sizeof line - 2;
    line[length++] = '\n';
    int file = open(getenv("TRANSCRIPT"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || write(file, line, (size_t)length) != length) abort();
    close(file);
}

/* Returns the index of the name in a comma-separated list, or -1. An element that ends with a star matches
 * every name with that prefix. */
__attribute__((unused)) static int place_in(const char *list, const char *name) {
    for (int place = 0; list && *list; place++) {
        size_t length = strcspn(list, ",");
        bool whole = strlen(name) == length && strncmp(list, name, length) == 0;
        bool begun = list[length - 1] == '*' && strncmp(list, name, length - 1) == 0;
        if (whole || begun) return place;
        list += length + (list[length] == ',');
    }
    return -1;
}

#endif
