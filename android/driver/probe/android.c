/* Images in Android's own buffers. */
#include "picture.h"

#include <dlfcn.h>
#include <string.h>

struct hardware_buffer;
struct description {
    uint32_t width, height, layers, format;
    uint64_t usage;
    uint32_t stride, rfu0;
    uint64_t rfu1;
};
struct planes {
    uint32_t count;
    struct {
        void *data;
        uint32_t step, stride;
    } planes[4];
};

enum { CPU_READ_OFTEN = 3, CPU_WRITE_OFTEN = 3 << 4, GPU_SAMPLED = 1 << 8 };

static int lock_planes(void *library, struct hardware_buffer *buffer, const struct format *format) {
    int (*lock)(struct hardware_buffer *, uint64_t, int, const void *, struct planes *) = NULL;
    int (*unlock)(struct hardware_buffer *, int *) = NULL;
    void *found = dlsym(library, "AHardwareBuffer_lockPlanes");
    memcpy(&lock, &found, sizeof found);
    found = dlsym(library, "AHardwareBuffer_unlock");
    memcpy(&unlock, &found, sizeof found);
    struct planes got = {0};
    if (!lock || !unlock) return say("why", "missing function: AHardwareBuffer_lockPlanes"), 0;
    int wrong = lock(buffer, CPU_WRITE_OFTEN, -1, NULL, &got);
    if (wrong) return say("why", "AHardwareBuffer_lockPlanes failed"), say_number("status", wrong), 0;
    struct plane planes[3] = {{0}};
    for (uint32_t i = 0; i < 3 && i < got.count; i++)
        planes[i] = (struct plane){got.planes[i].data, got.planes[i].step, got.planes[i].stride};
    if (got.count >= 1 && format->bytes == 4)
        fill_rgba(planes[0].data, planes[0].stride);
    else if (got.count >= 3)
        fill(planes, format->bytes);
    unlock(buffer, NULL);
    return got.count >= (format->bytes == 4 ? 1u : 3u)
               ? 1
               : (say("why", "AHardwareBuffer_lockPlanes returned too few planes"), 0);
}

EGLImage android_image(void *library, EGLDisplay display, const struct format *format) {
    int (*allocate)(const struct description *, struct hardware_buffer **) = NULL;
    void *(*client_buffer)(const struct hardware_buffer *) = NULL;
    void *found = dlsym(library, "AHardwareBuffer_allocate");
    memcpy(&allocate, &found, sizeof found);
    found = function("eglGetNativeClientBufferANDROID");
    memcpy(&client_buffer, &found, sizeof found);
    if (!allocate) return say("why", "missing function: AHardwareBuffer_allocate"), NULL;
    if (!client_buffer) return say("why", "EGL has no eglGetNativeClientBufferANDROID"), NULL;
    if (!format->android) return say("impossible", "AHardwareBuffer has no constant for this format"), NULL;
    const struct description wanted = {
        SIDE, SIDE, 1, format->android, CPU_READ_OFTEN | CPU_WRITE_OFTEN | GPU_SAMPLED, 0, 0, 0};
    struct hardware_buffer *buffer = NULL;
    int wrong = allocate(&wanted, &buffer);
    if (wrong || !buffer)
        return say("why", "AHardwareBuffer_allocate failed"), say_number("status", wrong), NULL;
    say("allocated", "AHardwareBuffer");
    if (!lock_planes(library, buffer, format)) return NULL;
    const EGLint attributes[] = {EGL_IMAGE_PRESERVED, 1, EGL_NONE};
    return create_image(display, NULL, EGL_NATIVE_BUFFER_ANDROID, client_buffer(buffer), attributes);
}
