// A liblog that writes to stderr.

#include <android/log.h>
#include <stdio.h>

int __android_log_vprint(int priority, const char *tag, const char *format, va_list args) {
    fprintf(stderr, "log %d/%s: ", priority, tag);
    int n = vfprintf(stderr, format, args);
    fputc('\n', stderr);
    return n;
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
