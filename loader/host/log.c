/* Android's log lines, and this loader's remarks: each is one write, so that threads and processes do not mix
 * theirs. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "loader.h"

static int file = -1;
static struct stat identity;

void log_open(void) {
    if (config.log) file = open(config.log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) fstat(file, &identity);
}

/* A program may close what it did not open, and its own files then get the number. */
static bool is_open(void) {
    struct stat now;
    return file >= 0 && fstat(file, &now) == 0 && now.st_dev == identity.st_dev &&
           now.st_ino == identity.st_ino;
}

/* Text from paths and the dynamic linker stays on its line. */
static void make_plain(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f) *text = '?';
}

static void put(char priority, const char *tag, char *text) {
    char line[2200];
    make_plain(text);
    int length = snprintf(line, sizeof line, "%c %s: %s\n", priority, tag, text);
    if (length >= (int)sizeof line) length = sizeof line - 1;
    bool grave = priority == 'W' || priority == 'E', logs = is_open();
    if (!logs && !grave) return;
    if (write(logs ? file : STDERR_FILENO, line, (size_t)length) < 0) return; /* there is nobody to tell */
}

void log_android(char priority, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(priority, "libEGL", text);
}

void log_step(const char *format, ...) {
    char text[2048];
    va_list arguments;
    if (file < 0) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put('D', "loader", text);
}

void log_remark(const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put('W', "loader", text);
}

void log_problem(const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put('W', "loader", text);
    board_problem(text);
}
