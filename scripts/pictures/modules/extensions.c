#include "zz_generated_hooks.h"

void hook_initialize(void) {
    layer_remove_extension("GL_EXT_disjoint_timer_query", NULL);
}

EGLBoolean hook_eglInitialize(next_eglInitialize next, EGLDisplay dpy, EGLint *major, EGLint *minor) {
    return next(dpy, major, minor);
}
