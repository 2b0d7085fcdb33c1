#include "zz_generated_hooks.h"

// Counts the programs of each context. A new context begins with 0.
void hook_glLinkProgram(next_glLinkProgram next, GLuint program) {
    static const char key;
    int *programs = layer_context_data(&key, sizeof *programs, NULL);
    EGLint w = 0, h = 0;
    next(program);
    if (programs == NULL || !layer_surface_size(&w, &h)) return;
    int context = (int)layer_context_number(), group = (int)layer_share_group();
    layer_logf("context %d, group %d: %d programs; %dx%d", context, group, ++*programs, w, h);
}
