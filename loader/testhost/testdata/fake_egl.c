/* An EGL driver that knows nothing but glTest names. Its functions tell that they were called. */
#include <stdio.h>
#include <string.h>

void *eglGetDisplay(void *id);
void *eglGetProcAddress(const char *name);

static void *test(void) {
    return puts("driver glTest"), NULL;
}

void *eglGetDisplay(void *id) {
    return puts("driver eglGetDisplay"), id;
}

void *eglGetProcAddress(const char *name) {
    return strncmp(name, "glTest", 6) == 0 ? test : NULL;
}
