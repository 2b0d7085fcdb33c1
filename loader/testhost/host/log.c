/* Android's log lines, on stderr. */
#include <stdarg.h>
#include <stdio.h>

#include "loader.h"

void loader_log(char priority, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    flockfile(stderr);
    fprintf(stderr, "%c libEGL: ", priority);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    funlockfile(stderr);
    va_end(arguments);
}
