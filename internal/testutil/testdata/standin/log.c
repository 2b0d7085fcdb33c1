// A liblog that writes to stderr.

#include <android/log.h>
#include <stdio.h>

// Each line is one write, so lines of several threads do not mix.
int __android_log_vprint(int priority, const char *tag, const char *format, va_list args) {
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    return fprintf(stderr, "log %d/%s: %s\n", priority, tag, text);
}

int __android_log_print(int priority, const char *tag, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = __android_log_vprint(priority, tag, format, args);
    va_end(args);
    return n;
}

int __android_log_write(int priority, const char *tag, const char *text) {
    return __android_log_print(priority, tag, "%s", text);
}
