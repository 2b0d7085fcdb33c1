/* Asks eglGetProcAddress twice for each argument and calls what it got. "=NAME" does the same without the
 * call. */
#include <stdio.h>

void *eglGetDisplay(void *id);
void *eglGetProcAddress(const char *name);

static void probe(const char *name, int call) {
    void (*function)(void) = (void (*)(void))eglGetProcAddress(name);
    if (function != (void (*)(void))eglGetProcAddress(name))
        printf("%s changed\n", name);
    else if (!function)
        printf("%s NULL\n", name);
    else if (call)
        function();
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IONBF, 0);
    eglGetDisplay(NULL);
    for (int i = 1; i < argc; i++) probe(argv[i] + (*argv[i] == '='), *argv[i] != '=');
    return argc < 1;
}
