// Calls cxx.cc on this machine, with a log that it prints.
#include <cstdarg>
#include <cstdio>

extern "C" {
int all(const char *how);

int __android_log_write(int, const char *tag, const char *text) {
    return std::fprintf(stderr, "%s: %s\n", tag, text);
}

int __android_log_vprint(int, const char *tag, const char *format, va_list args) {
    std::fprintf(stderr, "%s: ", tag);
    std::vfprintf(stderr, format, args);
    return std::fprintf(stderr, "\n");
}
}

int main(int, char **words) {
    return all(words[1]);
}
