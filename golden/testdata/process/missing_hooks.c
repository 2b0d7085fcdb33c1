#include "zz_generated_hooks.h"

// At 4 it gives what a used function gives.
GLenum hook_glCheckFramebufferStatus(next_glCheckFramebufferStatus next, GLenum target) {
    if (target == 4) call_glDrawMeshTasksEXT(1, 1, 1);
    return target == 4 ? call_glGetError() : next(target);
}

void hook_glClearStencil(next_glClearStencil next, GLint s) {
    next(s);
}
