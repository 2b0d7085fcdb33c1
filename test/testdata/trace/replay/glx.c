/* Piglit gets the functions of extensions from GLX, also in contexts of EGL: layers would not see them. With
 * this library in LD_PRELOAD, it gets them from EGL. */
#include <EGL/egl.h>

__eglMustCastToProperFunctionPointerType glXGetProcAddressARB(const unsigned char *name);

__eglMustCastToProperFunctionPointerType glXGetProcAddressARB(const unsigned char *name) {
    return eglGetProcAddress((const char *)name);
}
