// EGL images of AHardwareBuffers. android/nativewindow.c replaces Android's library.
#include "android/buffer.h"
#include "ring.h"

#include <sys/resource.h>

enum { NATIVE_BUFFER = 0x3140, RGBA8 = 1, RGBX8 = 2, RGB8 = 3, RGB565 = 4, HALF = 0x16, BLOB = 0x21 };
enum { RGB10 = 0x2B, D16 = 0x30, S8 = 0x35, CPU_READ_OFTEN = 3, GPU_SAMPLED = 1 << 8 };
enum { WIDTH = 3, HEIGHT = 2, STRIDE = 5 };

static uint8_t memory[STRIDE * HEIGHT * 8];
static const struct AHardwareBuffer readable = {
    WIDTH, HEIGHT, 1, RGBA8, CPU_READ_OFTEN | GPU_SAMPLED, STRIDE, 0, 0, memory, 0, 0, 0};

static EGLClientBuffer give_client(const struct AHardwareBuffer *b) {
    return (EGLClientBuffer)(uintptr_t)((const uint8_t *)b + 8);
}

static void *give_image(EGLDisplay d, EGLContext c, EGLenum target, EGLClientBuffer b, const EGLint *list) {
    return (void)d, (void)c, (void)target, (void)list, b;
}

static void *give_wide_image(EGLDisplay d, EGLContext c, EGLenum target, EGLClientBuffer b,
                             const EGLAttrib *list) {
    return (void)d, (void)c, (void)target, (void)list, b;
}

static void begin(void) {
    for (size_t i = 0; i < sizeof memory; i++) memory[i] = (uint8_t)(i * 3);
    start(3, 0);
    fake_driver.eglGetNativeClientBufferANDROID = give_client;
    fake_driver.eglCreateImageKHR = give_image, fake_driver.eglCreateImage = give_wide_image;
}

static struct recorded *image_of(EGLClientBuffer client) {
    record_eglCreateImageKHR(NULL, NULL, NATIVE_BUFFER, client, NULL);
    return called("ImageSource", count("ImageSource") - 1);
}

static struct recorded *recorded_source(struct AHardwareBuffer *b) {
    return image_of(record_eglGetNativeClientBufferANDROID(b));
}

static void check_rows(struct AHardwareBuffer b, uint32_t pixel) {
    uint8_t rows[WIDTH * HEIGHT * 8];
    for (uint32_t y = 0; y < HEIGHT; y++)
        memcpy(rows + y * WIDTH * pixel, memory + y * STRIDE * pixel, WIDTH * pixel);
    CHECK_BYTES(recorded_source(&b), TRACE_PLACE_IMAGE_SOURCE, rows, WIDTH * HEIGHT * pixel);
    CHECK(b.described == 1 && b.locks == 1 && b.unlocks == 1);
}

// Each format whose pixels are in one array is recorded, without the padding of its rows.
static void contents(void) {
    static const uint32_t formats[][2] = {{RGBA8, 4},  {RGBX8, 4}, {RGB8, 3},
                                          {RGB565, 2}, {HALF, 8},  {RGB10, 4}};
    begin();
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct AHardwareBuffer b = readable;
        b.format = formats[i][0];
        check_rows(b, formats[i][1]);
    }
}

static void check_described(struct recorded *r, const struct AHardwareBuffer *b, uint32_t pitch) {
    uint32_t expected[] = {NATIVE_BUFFER, b->width, b->height, 0, pitch, b->format, (uint32_t)b->usage};
    CHECK(memcmp(r->cells + 2, expected, sizeof expected) == 0);
    CHECK(r->cells[9] == b->usage >> 32);
}

static void description(void) {
    begin();
    struct AHardwareBuffer b = readable;
    b.usage |= (uint64_t)5 << 48; // of the vendor
    check_described(recorded_source(&b), &b, WIDTH * 4);
    record_eglCreateImage(NULL, NULL, NATIVE_BUFFER, give_client(&b), NULL);
    check_described(called("ImageSource", 1), &b, WIDTH * 4);
    trace_excluded = TRACE_NO_TEXTURES;
    CHECK_WHY(image_of(give_client(&b)), TRACE_PLACE_IMAGE_SOURCE, CAPTURE_OFF);
    check_described(called("ImageSource", 2), &b, 0);
    CHECK(b.locks == 2 && b.unlocks == 2);
}

static void check_unread(struct AHardwareBuffer b) {
    struct recorded *r = recorded_source(&b);
    CHECK_WHY(r, TRACE_PLACE_IMAGE_SOURCE, CAPTURE_UNKNOWN);
    check_described(r, &b, 0);
    CHECK(b.described == 1 && b.locks == 0 && b.unlocks == 0);
}

// A buffer whose contents cannot be read is described.
static void unreadable(void) {
    begin();
    struct AHardwareBuffer b = readable;
    b.usage = GPU_SAMPLED, check_unread(b);
    b = readable, b.layers = 2, check_unread(b);
    b = readable, b.stride = WIDTH - 1, check_unread(b);
    b = readable, b.width = 0, check_unread(b);
    b = readable, b.height = 0, check_unread(b);
    b = readable, b.height = (64 << 20) / (STRIDE * 4) + 1, check_unread(b);
    b = readable, b.stride = b.width = b.height = UINT32_MAX, check_unread(b);
    b = readable, b.memory = NULL, check_unread(b);
    const uint32_t formats[] = {0, BLOB, D16, S8, 0x23, 0x32315659};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        b = readable, b.format = formats[i];
        check_unread(b);
    }
}

// The recorder remembers a number of client buffers, also of those that EGL returned before the recording.
static void remembered(void) {
    static struct AHardwareBuffer buffers[65];
    begin();
    for (int i = 0; i < 65; i++) buffers[i] = readable;
    struct trace_thread *t = trace_self;
    trace_self = NULL;
    for (int i = 0; i < 64; i++) record_eglGetNativeClientBufferANDROID(&buffers[i]);
    trace_self = t;
    CHECK(image_of(give_client(&buffers[0]))->data[TRACE_PLACE_IMAGE_SOURCE].why == CAPTURE_DATA);
    for (int i = 0; i < 100; i++) record_eglGetNativeClientBufferANDROID(&buffers[64]); // one pair
    CHECK(image_of(give_client(&buffers[1]))->data[TRACE_PLACE_IMAGE_SOURCE].why == CAPTURE_DATA);
    CHECK_WHY(image_of(give_client(&buffers[0])), TRACE_PLACE_IMAGE_SOURCE, CAPTURE_UNKNOWN);
    CHECK(buffers[0].described == 1 && buffers[1].described == 1);
}

// A client buffer of another source, or no client buffer, is not taken for an AHardwareBuffer.
static void not_returned(void) {
    begin();
    struct AHardwareBuffer b = readable;
    record_eglGetNativeClientBufferANDROID(&b);
    CHECK_WHY(image_of((EGLClientBuffer)memory), TRACE_PLACE_IMAGE_SOURCE, CAPTURE_UNKNOWN);
    record_eglCreateImageKHR(NULL, NULL, NATIVE_BUFFER, NULL, NULL); // fails
    CHECK(count("ImageSource") == 1 && b.described == 0);
}

// Without Android's library, the image is marked.
static void without_library(void) {
    begin();
    struct AHardwareBuffer b = readable;
    struct rlimit files;
    CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0);
    const struct rlimit none = {0, files.rlim_max};
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    CHECK_WHY(recorded_source(&b), TRACE_PLACE_IMAGE_SOURCE, CAPTURE_UNKNOWN);
    CHECK(setrlimit(RLIMIT_NOFILE, &files) == 0);
    CHECK(b.described == 0);
}

const struct test hardware_buffers[] = {
    {"hardware buffer contents", contents},
    {"hardware buffer description", description},
    {"unreadable hardware buffers", unreadable},
    {"remembered hardware buffers", remembered},
    {"other client buffers", not_returned},
    {"hardware buffers without library", without_library},
    {NULL, NULL},
};
