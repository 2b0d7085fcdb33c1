// The layer's hook in C. The argument 9 prints how often it ran.

#include "zz_generated_core.h"
#include "zz_generated_hooks.h"

#include <stdatomic.h>
#include <stdio.h>

static atomic_long ran;

void hook_glClearStencil(next_glClearStencil next, GLint s) {
    char text[64];
    long n = atomic_fetch_add(&ran, 1) + 1;
    snprintf(text, sizeof text, "C ran %ld times", n);
    if (s == 9) layer_log(text);
    next(s);
}
