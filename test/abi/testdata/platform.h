// All EGL and OpenGL ES functions that the platform's headers declare. Window types differ between platforms.

#define EGL_NO_PLATFORM_SPECIFIC_TYPES
#define EGL_EGLEXT_PROTOTYPES 1
#define GL_GLEXT_PROTOTYPES 1

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>

#include <GLES2/gl2ext.h>
