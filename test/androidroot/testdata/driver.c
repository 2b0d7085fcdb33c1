// A driver that draws nothing. driver_names.h has NAME(function) for each other function.
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

#define NAME(function)                                                                                       \
    EXPORT long function(void) {                                                                             \
        return 0;                                                                                            \
    }
#include "driver_names.h"

// Writes the path of this file to the file that the environment variable DRIVERS names.
__attribute__((constructor)) static void write_path(void) {
    const char *list = getenv("DRIVERS");
    FILE *file = list ? fopen(list, "a") : NULL;
    Dl_info info;
    if (!file) return;
    if (dladdr((void *)write_path, &info)) fprintf(file, "%s\n", info.dli_fname);
    fclose(file);
}

EXPORT void *eglGetDisplay(void *native) {
    (void)native;
    return (void *)1;
}

EXPORT void *eglGetPlatformDisplay(int platform, void *native, void *list) {
    (void)platform, (void)native, (void)list;
    return (void *)1;
}

EXPORT unsigned eglInitialize(void *display, int *major, int *minor) {
    (void)display;
    if (major) *major = 1;
    if (minor) *minor = 5;
    return 1;
}

EXPORT unsigned eglTerminate(void *display) {
    (void)display;
    return 1;
}

EXPORT unsigned eglChooseConfig(void *display, const int *list, void **configs, int size, int *count) {
    (void)display, (void)list;
    if (configs && size > 0) configs[0] = (void *)0x11;
    *count = 1;
    return 1;
}

EXPORT unsigned eglGetConfigAttrib(void *display, void *config, int name, int *value) {
    (void)display, (void)config, (void)name;
    *value = 8;
    return 1;
}

EXPORT void *eglCreatePbufferSurface(void *display, void *config, const int *list) {
    (void)display, (void)config, (void)list;
    return (void *)0x31;
}

EXPORT void *eglCreateContext(void *display, void *config, void *share, const int *list) {
    (void)display, (void)config, (void)share, (void)list;
    return (void *)0x21;
}

EXPORT unsigned eglMakeCurrent(void *display, void *draw, void *read, void *context) {
    (void)display, (void)draw, (void)read, (void)context;
    return 1;
}

EXPORT unsigned eglSwapBuffers(void *display, void *surface) {
    (void)display, (void)surface;
    return 1;
}

EXPORT unsigned eglBindAPI(unsigned api) {
    (void)api;
    return 1;
}

EXPORT unsigned eglQueryAPI(void) {
    return 0x30A0;
}

EXPORT int eglGetError(void) {
    return 0x3000;
}

EXPORT const char *eglQueryString(void *display, int name) {
    (void)display;
    return name == 0x3053   ? "test"
           : name == 0x3054 ? "1.5 test"
           : name == 0x3055 ? "EGL_KHR_image_base"
                            : "OpenGL_ES";
}

EXPORT const char *glGetString(unsigned name) {
    return name == 0x1F02 ? "OpenGL ES 3.2 test" : name == 0x1F03 ? "GL_OES_test" : "test";
}

EXPORT void glGetIntegerv(unsigned name, int *value) {
    *value = name == 0x821D ? 1 : 7;
}

EXPORT void *eglGetProcAddress(const char *name) {
    (void)name;
    return NULL;
}
