// The layer's hook in C. The argument 9 prints how often it ran.

#include "zz_generated_core.h"
#include "zz_generated_hooks.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long ran;
static void *volatile nothing;

void hook_glClearStencil(next_glClearStencil next, GLint s) {
    char text[64];
    long n = atomic_fetch_add(&ran, 1) + 1;
    snprintf(text, sizeof text, "C ran %ld times", n);
    if (s == 9) layer_log(text);
    if (s == 8) abort();
    if (s == 7) ((void (*)(void))nothing)();
    next(s);
}
