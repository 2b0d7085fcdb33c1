/* Opens a layer as the loader does, and prints the result. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    static const char *const symbols[] = {"AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress"};
    if (argc != 2) return fputs("probe LAYER.so\n", stderr), 2;
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) return printf("open: %s\n", dlerror()), 1;
    for (int i = 0; i < 2; i++)
        if (!dlsym(library, symbols[i])) return printf("symbol: %s\n", symbols[i]), 1;
    puts("ok");
    return 0;
}
