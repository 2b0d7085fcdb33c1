/* Android's log lines, and lines of this loader. Each line is one write, so that lines of several threads and
 * processes do not mix. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"

static int file = -1;
static struct stat identity;

void log_open(void) {
    if (config.log) file = open(config.log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) fstat(file, &identity);
}

/* A program may close descriptors that it did not open; its own files may then get the number. */
static bool is_open(void) {
    struct stat now;
    return file >= 0 && fstat(file, &now) == 0 && now.st_dev == identity.st_dev &&
           now.st_ino == identity.st_ino;
}

/* Replaces line breaks in text from paths and the dynamic linker. */
static void make_plain(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f) *text = '?';
}

static void write_line(char priority, const char *tag, const char *text) {
    char line[2200];
    int length = snprintf(line, sizeof line, "%c %s: %s\n", priority, tag, text);
    if (length >= (int)sizeof line) length = sizeof line - 1;
    if (write(is_open() ? file : STDERR_FILENO, line, (size_t)length) < 0)
        return; /* there is no other place to report it */
}

/* Without a log file, only warnings and errors are written, to stderr; a problem only if no report has it. */
void log_write(enum log_kind kind, char priority, const char *format, ...) {
    char text[2048];
    va_list arguments;
    if (priority != 'W' && priority != 'E' && !is_open()) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_plain(text);
    bool is_stored = kind == LOG_PROBLEM && stats_problem(text);
    if (is_stored && config.report && !is_open()) return;
    write_line(priority, kind == LOG_ANDROID ? "libEGL" : "loader", text);
}
