// The least program of EGL and OpenGL ES: it makes a context, asks who draws, and ends.

#include "screen.h"

int main(void) {
    make_current();
    if (!glGetString(GL_RENDERER)) fail("no renderer");
    return 0;
}
