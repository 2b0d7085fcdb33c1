// What Android's C library does at the start of a program.
#include <stdint.h>
#include <stdlib.h>

typedef void (*function)(void);

__attribute__((visibility("hidden"))) void *__dso_handle = &__dso_handle;

void __libc_init(uintptr_t *stack, function at_exit, int (*main)(int, char **, char **),
                 void *const *arrays) {
    int count = (int)*stack;
    char **arguments = (char **)(stack + 1);
    if (at_exit != NULL || arrays[0] != NULL ||
        (uintptr_t)__builtin_frame_address(0) % (2 * sizeof(void *)) != 0)
        abort();
    exit(main(count, arguments, arguments + count + 1));
}
