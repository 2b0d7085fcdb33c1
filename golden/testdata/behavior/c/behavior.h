#include "zz_generated_hooks.h"

#include <stdatomic.h>

// What the hook of glClear does; null to call next.
typedef void (*clear_hook)(next_glClear next, GLbitfield mask);
extern _Atomic(clear_hook) on_clear;

// What hook_initialize found.
extern int initialized;
extern char greeting[16];
