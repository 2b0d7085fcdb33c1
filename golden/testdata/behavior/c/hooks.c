#include "behavior.h"

#include <stdlib.h>
#include <string.h>

_Atomic(clear_hook) on_clear;
int initialized;
char greeting[16];

void hook_initialize(void) {
    initialized++;
    if (!layer_setting("greeting", greeting, sizeof greeting)) strcpy(greeting, "none");
    if (layer_lookup("glFlush") == NULL || layer_lookup("glNothing") != NULL) abort();
}

void hook_glClear(next_glClear next, GLbitfield mask) {
    clear_hook hook = on_clear;
    if (hook)
        hook(next, mask);
    else
        next(mask);
}

GLuint hook_glCreateProgram(next_glCreateProgram next) {
    GLuint program = next();
    call_glFlush();
    return program;
}
