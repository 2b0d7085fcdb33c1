/* Wraps the machine's EGL and adds the faults that FAKE_DRIVER names. */
#include "buffer.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void *(*lookup)(const char *);

static int is(const char *fault) {
    const char *wanted = getenv("FAKE_DRIVER");
    return wanted && strcmp(wanted, fault) == 0;
}

static void *real(const char *name) {
    static void *library;
    if (!library) library = dlopen(getenv("FAKE_REAL"), RTLD_NOW | RTLD_LOCAL);
    void *found = library ? dlsym(library, name) : NULL;
    if (found || !library) return found;
    void *symbol = dlsym(library, "eglGetProcAddress");
    lookup get;
    memcpy(&get, &symbol, sizeof get);
    return get(name);
}

#define REAL(result, variable, params, name)                                                                 \
    result(*variable) params;                                                                                \
    {                                                                                                        \
        void *found = real(name);                                                                            \
        memcpy(&variable, &found, sizeof found);                                                             \
    }

void *eglGetProcAddress(const char *name) {
    return real(name);
}

unsigned eglInitialize(void *display, int *major, int *minor) {
    if (is("crash")) raise(SIGSEGV);
    if (is("abort")) abort();
    if (is("quit")) exit(0);
    if (is("status")) exit(7);
    if (is("hang")) {
        signal(SIGTERM, SIG_IGN);
        for (;;) pause();
    }
    if (is("half")) {
        printf("{\"task\":\"egl\",\"fact\":\"version\",\"value\":\"9.9");
        fflush(stdout);
        raise(SIGBUS);
    }
    if (is("refuse")) return 0;
    REAL(unsigned, next, (void *, int *, int *), "eglInitialize")
    return next(display, major, minor);
}

const char *eglQueryString(void *display, int name) {
    static char endless[1 << 20];
    if (is("null")) return NULL;
    if (is("hostile") && name == 0x3053)
        return "\033[2Jevil\n{\"task\":\"egl\",\"fact\":\"end\",\"value\":\"ok\"}\n\xff\"\\";
    if (is("hostile") && name == 0x3055) return memset(endless, 'A', sizeof endless - 1);
    if (is("old") && name == 0x3054) return "1.4 Old";
    if (is("old") && name == 0x3055) return "EGL_KHR_image_base";
    REAL(const char *, next, (void *, int), "eglQueryString")
    return next(display, name);
}

static int failed;

void *eglCreateContext(void *display, void *config, void *share, const int *attributes) {
    static int made;
    int version = attributes[1];
    if ((is("limit") && ++made > 5) || (is("old") && version == 3)) {
        failed = 1;
        return NULL;
    }
    REAL(void *, next, (void *, void *, void *, const int *), "eglCreateContext")
    return next(display, config, share, attributes);
}

int eglGetError(void) {
    if (failed) return failed = 0, 0x3003;
    REAL(int, next, (void), "eglGetError")
    return next();
}

/* Reads the image of a buffer through a texture. Android's drivers do this in hardware. */

void *eglGetNativeClientBufferANDROID(const struct buffer *buffer) {
    return (void *)(uintptr_t)buffer;
}

static uint8_t clamp(double value) {
    return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
}

static void convert(const struct buffer *buffer, uint8_t *rgba) {
    struct planes planes = planes_of(buffer);
    for (unsigned y = 0; y < buffer->height; y++)
        for (unsigned x = 0; x < buffer->width; x++, rgba += 4) {
            double sample[3];
            for (int i = 0; i < 3; i++) {
                int half = i > 0;
                const uint8_t *at = (const uint8_t *)planes.planes[i].data +
                                    (size_t)(y >> half) * planes.planes[i].stride +
                                    (size_t)(x >> half) * planes.planes[i].step;
                sample[i] = at[buffer->format == 0x36 ? 1 : 0];
            }
            double cb = sample[is("swapped") ? 2 : 1] - 128, cr = sample[is("swapped") ? 1 : 2] - 128;
            double luma = 1.164 * (sample[0] - 16);
            rgba[0] = clamp(luma + 1.596 * cr);
            rgba[1] = clamp(luma - 0.392 * cb - 0.813 * cr);
            rgba[2] = clamp(luma + 2.017 * cb);
            rgba[3] = 255;
        }
}

void *eglCreateImageKHR(void *display, void *context, unsigned target, void *client, const int *attributes) {
    static uint8_t rgba[64 * 64 * 4];
    REAL(void *, next, (void *, void *, unsigned, void *, const int *), "eglCreateImageKHR")
    if (target != 0x3140) return next(display, context, target, client, attributes);
    const struct buffer *buffer = client;
    if (is("no-yuv") && buffer->format != 1) return failed = 1, NULL;
    if (buffer->format == 1)
        memcpy(rgba, buffer->data, sizeof rgba);
    else
        convert(buffer, rgba);
    REAL(void *, current, (void), "eglGetCurrentContext")
    REAL(void, gen, (int, unsigned *), "glGenTextures")
    REAL(void, bind, (unsigned, unsigned), "glBindTexture")
    REAL(void, parameter, (unsigned, unsigned, int), "glTexParameteri")
    REAL(void, upload, (unsigned, int, int, int, int, int, unsigned, unsigned, const void *), "glTexImage2D")
    unsigned texture;
    gen(1, &texture);
    bind(0x0DE1, texture);
    upload(0x0DE1, 0, 0x1908, 64, 64, 0, 0x1908, 0x1401, rgba);
    parameter(0x0DE1, 0x2801, 0x2600);
    const int none[] = {0x3038};
    return next(display, current(), 0x30B1, (void *)(uintptr_t)texture, none);
}
