/* An OpenGL ES driver with few functions: some of all versions, one whose OES alias the loader requests, one
 * that is such an alias, and one of this driver only. FAKE_GL_EXTENSIONS are its extensions. It is built
 * twice; FAKE names the library. */
#include "fake.h"

static void fake_fails(void) {}

static const char *get_string(int32_t name) {
    return name == 0x1f03 ? setting("FAKE_GL_EXTENSIONS", "") : "fake " FAKE;
}

FUNCTION(glGetString, 1, get_string((int32_t)a))
FUNCTION(glGetStringi, 2, "GL_FAKE_extension")
FUNCTION(glGetError, 0, 0)
FUNCTION(glGetIntegerv, 1, put(b, 7))
FUNCTION(glGetFloatv, 1, put(b, 7))
FUNCTION(glGetBooleanv, 1, put(b, 1))
FUNCTION(glGetInteger64v, 1, put(b, 7))
FUNCTION(glClear, 1, 0x11)
FUNCTION(glFlush, 0, 0x12)
FUNCTION(glReadPixels, 4, 0x13)
FUNCTION(glAlphaFunc, 1, 0x14)
FUNCTION(glBindVertexArray, 1, 0x15)
FUNCTION(glAlphaFuncxOES, 1, 0x16)
FUNCTION(glVendorThing, 0, 0x17)
