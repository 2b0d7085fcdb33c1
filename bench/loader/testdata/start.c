// The smallest EGL and OpenGL ES program: it creates a context, queries GL_RENDERER, and ends.

#include "screen.h"

int main(void) {
    make_current();
    if (!glGetString(GL_RENDERER)) fail("no renderer");
    return 0;
}
