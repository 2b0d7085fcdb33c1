/* The tracing functions of an app's libandroid.so: they print the names of slices. */
#include <stdint.h>
#include <stdio.h>

int ATrace_isEnabled(void);
void ATrace_beginSection(const char *name);
void ATrace_endSection(void);
void ATrace_setCounter(const char *name, int64_t value);

int ATrace_isEnabled(void) {
    return 1;
}

void ATrace_beginSection(const char *name) {
    fprintf(stderr, "slice %s\n", name);
}

void ATrace_endSection(void) {}

void ATrace_setCounter(const char *name, int64_t value) {
    (void)name, (void)value;
}
