/* The few types and constants of EGL and GL that the loader needs, to build without the system's headers. */
#ifndef EGL_H
#define EGL_H

#include <stdint.h>

typedef void *EGLDisplay, *EGLSurface, *EGLContext, *EGLConfig, *EGLSync, *EGLSyncKHR, *EGLImage,
    *EGLImageKHR;
typedef void *EGLStreamKHR, *EGLClientBuffer, *EGLObjectKHR, *EGLDeviceEXT, *EGLLabelKHR;
typedef void *EGLNativeDisplayType, *EGLNativeWindowType, *EGLNativePixmapType;
typedef void (*__eglMustCastToProperFunctionPointerType)(void);
typedef unsigned int EGLBoolean, EGLenum, GLenum, GLuint;
typedef int32_t EGLint, GLint;
typedef unsigned char GLubyte, GLboolean;
typedef float GLfloat;
typedef int64_t GLint64, EGLnsecsANDROID;
typedef uint64_t EGLTime, EGLTimeKHR, EGLuint64KHR, EGLuint64NV;
typedef intptr_t EGLAttrib, EGLAttribKHR;
typedef int EGLNativeFileDescriptorKHR;
struct AHardwareBuffer;

enum {
    EGL_SUCCESS = 0x3000,
    EGL_NOT_INITIALIZED = 0x3001,
    EGL_BAD_CONTEXT = 0x3006,
    EGL_BAD_DISPLAY = 0x3008,
    EGL_BAD_PARAMETER = 0x300C,
    EGL_BAD_SURFACE = 0x300D,
    EGL_NONE = 0x3038,
    EGL_VERSION = 0x3054,
    EGL_EXTENSIONS = 0x3055,
    EGL_CONTEXT_CLIENT_VERSION = 0x3098,
    EGL_OPENGL_ES_API = 0x30A0,
    EGL_SYNC_FENCE_KHR = 0x30F9,
    EGL_TELEMETRY_HINT_ANDROID = 0x3570,
    GL_EXTENSIONS = 0x1F03,
    GL_NUM_EXTENSIONS = 0x821D,
    GL_RGBA = 0x1908,
    GL_UNSIGNED_BYTE = 0x1401
};

#endif
