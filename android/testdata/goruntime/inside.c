// A library whose constructor opens another one while the dynamic linker's lock is held.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void open_another(void) {
    if (dlopen(getenv("OPEN_INSIDE"), RTLD_NOW | RTLD_LOCAL) == NULL) printf("%s\n", dlerror());
}
