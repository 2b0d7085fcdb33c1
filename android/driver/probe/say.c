/* Prints one fact per line immediately, so that facts before a crash are not lost. */
#include "probe.h"

#include <stdio.h>
#include <string.h>

extern const char *task_name;

enum { LONGEST = 32 * 1024 }; /* maximum bytes of a value: a driver may return anything */

/* Every byte except plain ASCII becomes an escape, because a driver's text may not be UTF-8. */
static void print_quoted(const char *text) {
    putchar('"');
    for (size_t i = 0; text[i] && i < LONGEST; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\')
            printf("\\u%04x", byte);
        else
            putchar(byte);
    }
    putchar('"');
}

void say(const char *fact, const char *value) {
    printf("{\"task\":");
    print_quoted(task_name);
    printf(",\"fact\":");
    print_quoted(fact);
    printf(",\"value\":");
    print_quoted(value ? value : "");
    printf("}\n");
    fflush(stdout);
}

void say_number(const char *fact, long long value) {
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    say(fact, text);
}

static const char *const errors[] = {
    "EGL_SUCCESS",       "EGL_NOT_INITIALIZED", "EGL_BAD_ACCESS",        "EGL_BAD_ALLOC",
    "EGL_BAD_ATTRIBUTE", "EGL_BAD_CONFIG",      "EGL_BAD_CONTEXT",       "EGL_BAD_CURRENT_SURFACE",
    "EGL_BAD_DISPLAY",   "EGL_BAD_MATCH",       "EGL_BAD_NATIVE_PIXMAP", "EGL_BAD_NATIVE_WINDOW",
    "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE",     "EGL_CONTEXT_LOST",
};

void say_error(const char *fact, const char *what) {
    char text[256];
    unsigned error = (unsigned)p_eglGetError(), index = error - EGL_SUCCESS;
    if (index == 0)
        snprintf(text, sizeof text, "%s", what);
    else if (index < sizeof errors / sizeof *errors)
        snprintf(text, sizeof text, "%s: %s", what, errors[index]);
    else
        snprintf(text, sizeof text, "%s: EGL error 0x%04x", what, error);
    say(fact, text);
}
