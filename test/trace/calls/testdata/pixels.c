// Pixels passed to and from the driver.
#define _GNU_SOURCE
#include "ring.h"

#include <sys/mman.h>
#include <unistd.h>

enum { TEXTURE_2D = 0x0DE1, TEXTURE_3D = 0x806F, RGBA = 0x1908, RGB = 0x1907, BYTES = 0x1401 };
enum {
    ALIGNMENT = 0x0CF5,
    ROW_LENGTH = 0x0CF2,
    SKIP_ROWS = 0x0CF3,
    SKIP_PIXELS = 0x0CF4,
    SKIP_IMAGES = 0x806D,
    IMAGE_HEIGHT = 0x806E
};
enum {
    PACK_ALIGNMENT = 0x0D05,
    PACK_ROW_LENGTH = 0x0D02,
    PACK_SKIP_ROWS = 0x0D03,
    PACK_SKIP_PIXELS = 0x0D04
};

static uint8_t memory[4096];

static struct trace_thread *with_memory(int major) {
    for (size_t i = 0; i < sizeof memory; i++) memory[i] = (uint8_t)(i * 7 + i / 256);
    return start(major, 0);
}

static void image(int width, int height, unsigned format, unsigned type, const void *pixels) {
    record_glTexImage2D(TEXTURE_2D, 0, RGBA, width, height, 0, format, type, pixels);
}

// Rows of a size at a distance, without the padding.
static uint8_t *rows(const uint8_t *from, size_t row, size_t distance, size_t n) {
    static uint8_t out[4096];
    for (size_t i = 0; i < n; i++) memcpy(out + i * row, from + i * distance, row);
    return out;
}

static void tight(void) {
    with_memory(2);
    image(4, 3, RGBA, BYTES, memory);
    CHECK_BYTES(called("glTexImage2D", 0), 8, memory, 48);
    image(0, 3, RGBA, BYTES, memory);
    CHECK_BYTES(called("glTexImage2D", 1), 8, memory, 0);
}

static void alignment(void) {
    with_memory(2);
    image(3, 2, RGB, BYTES, memory); // 9 bytes for each row, 12 bytes apart
    CHECK_BYTES(called("glTexImage2D", 0), 8, rows(memory, 9, 12, 2), 18);
    record_glPixelStorei(ALIGNMENT, 1);
    image(3, 2, RGB, BYTES, memory);
    CHECK_BYTES(called("glTexImage2D", 1), 8, memory, 18);
    record_glPixelStorei(ALIGNMENT, 3); // an error
    record_glPixelStorei(ALIGNMENT, 8);
    image(3, 2, RGB, BYTES, memory);
    CHECK_BYTES(called("glTexImage2D", 2), 8, rows(memory, 9, 16, 2), 18);
}

static void rows_and_skips(void) {
    with_memory(3);
    record_glPixelStorei(ROW_LENGTH, 10);
    record_glPixelStorei(SKIP_ROWS, 2);
    record_glPixelStorei(SKIP_PIXELS, 3);
    record_glPixelStorei(SKIP_IMAGES, 1); // not two-dimensional
    record_glPixelStorei(IMAGE_HEIGHT, 9);
    image(4, 3, RGBA, BYTES, memory);
    CHECK_BYTES(called("glTexImage2D", 0), 8, rows(memory + 2 * 40 + 3 * 4, 16, 40, 3), 48);
    record_glPixelStorei(ROW_LENGTH, -1); // an error
    record_glTexSubImage2D(TEXTURE_2D, 0, 1, 2, 4, 3, RGBA, BYTES, memory);
    CHECK_BYTES(called("glTexSubImage2D", 0), 8, rows(memory + 2 * 40 + 3 * 4, 16, 40, 3), 48);
}

static void not_in_es2(void) {
    with_memory(2);
    record_glPixelStorei(ROW_LENGTH, 10); // unknown to the driver, which returns nothing
    image(4, 3, RGBA, BYTES, memory);
    CHECK_BYTES(called("glTexImage2D", 0), 8, memory, 48);
}

static void three_dimensions(void) {
    with_memory(3);
    record_glTexImage3D(TEXTURE_3D, 0, RGBA, 2, 3, 4, 0, RGBA, BYTES, memory);
    CHECK_BYTES(called("glTexImage3D", 0), 9, memory, 2 * 3 * 4 * 4);
    record_glPixelStorei(IMAGE_HEIGHT, 5);
    record_glPixelStorei(SKIP_IMAGES, 1);
    record_glTexSubImage3D(TEXTURE_3D, 0, 0, 0, 0, 2, 3, 2, RGBA, BYTES, memory);
    uint8_t expected[48];
    memcpy(expected, memory + 40, 24);
    memcpy(expected + 24, memory + 80, 24);
    CHECK_BYTES(called("glTexSubImage3D", 0), 10, expected, 48);
    record_glTexImage3D(TEXTURE_3D, 0, RGBA, 2, 3, 0, 0, RGBA, BYTES, memory);
    CHECK_BYTES(called("glTexImage3D", 1), 9, memory, 0);
    record_glTexStorage2D(TEXTURE_2D, 1, 0x8058, 4, 4);
    CHECK(called("glTexStorage2D", 0)->cells[3] == 4);
}

static void types(void) {
    static const struct {
        unsigned format, type;
        int texel;
    } all[] = {
        {RGBA, 0x1406, 16},   // GL_FLOAT
        {RGBA, 0x140B, 8},    // GL_HALF_FLOAT
        {RGB, 0x8D61, 6},     // GL_HALF_FLOAT_OES
        {RGBA, 0x8368, 4},    // GL_UNSIGNED_INT_2_10_10_10_REV
        {RGB, 0x8C3B, 4},     // GL_UNSIGNED_INT_10F_11F_11F_REV
        {RGB, 0x8C3E, 4},     // GL_UNSIGNED_INT_5_9_9_9_REV
        {RGB, 0x8363, 2},     // GL_UNSIGNED_SHORT_5_6_5
        {RGBA, 0x8033, 2},    // GL_UNSIGNED_SHORT_4_4_4_4
        {0x1902, 0x1403, 2},  // GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT
        {0x1902, 0x1405, 4},  // GL_DEPTH_COMPONENT, GL_UNSIGNED_INT
        {0x84F9, 0x84FA, 4},  // GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8
        {0x84F9, 0x8DAD, 8},  // GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV
        {0x8D99, 0x1404, 16}, // GL_RGBA_INTEGER, GL_INT
        {0x8227, BYTES, 2},   // GL_RG
        {0x80E1, BYTES, 4},   // GL_BGRA_EXT
        {0x190A, BYTES, 2},   // GL_LUMINANCE_ALPHA
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        with_memory(3);
        record_glPixelStorei(ALIGNMENT, 1);
        image(5, 3, all[i].format, all[i].type, memory);
        CHECK_BYTES(called("glTexImage2D", 0), 8, memory, 15 * all[i].texel);
    }
}

static void unknown(void) {
    with_memory(3);
    image(5, 3, RGBA, 0x1234, memory);
    image(5, 3, 0x1234, BYTES, memory);
    image(-5, 3, RGBA, BYTES, memory);
    image(1 << 30, 1 << 30, RGBA, BYTES, memory);
    image(5, 3, RGBA, BYTES, NULL);
    CHECK_WHY(called("glTexImage2D", 0), 8, CAPTURE_UNKNOWN);
    CHECK_WHY(called("glTexImage2D", 1), 8, CAPTURE_UNKNOWN);
    CHECK_WHY(called("glTexImage2D", 2), 8, CAPTURE_FAILED);
    CHECK_WHY(called("glTexImage2D", 3), 8, CAPTURE_FAILED);
    CHECK_WHY(called("glTexImage2D", 4), 8, CAPTURE_NULL);
}

static void unpack_buffer(void) {
    with_memory(3);
    record_glBindBuffer(0x88EC, 7);
    image(4, 3, RGBA, BYTES, (void *)64);
    record_glCompressedTexImage2D(TEXTURE_2D, 0, 0x9274, 4, 4, 0, 8, (void *)64);
    CHECK_WHY(called("glTexImage2D", 0), 8, CAPTURE_OFFSET);
    CHECK_WHY(called("glCompressedTexImage2D", 0), 7, CAPTURE_OFFSET);
    record_glBindBuffer(0x88EC, 0);
    record_glCompressedTexImage2D(TEXTURE_2D, 0, 0x9274, 4, 4, 0, 8, memory);
    CHECK_BYTES(called("glCompressedTexImage2D", 1), 7, memory, 8);
}

static void left_out(void) {
    with_memory(3);
    trace_excluded = TRACE_NO_TEXTURES;
    image(4, 3, RGBA, BYTES, memory);
    record_glCompressedTexSubImage2D(TEXTURE_2D, 0, 0, 0, 4, 4, 0x9274, 8, memory);
    CHECK_WHY(called("glTexImage2D", 0), 8, CAPTURE_OFF);
    CHECK_WHY(called("glCompressedTexSubImage2D", 0), 8, CAPTURE_OFF);
}

static void draw_pixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                        void *pixels) {
    (void)x, (void)y, (void)width, (void)height, (void)format, (void)type;
    if (pixels != NULL) memcpy(pixels, memory, 256);
}

static void read_pixels(void) {
    uint8_t out[256] = {0};
    with_memory(3);
    fake_driver.glReadPixels = draw_pixels;
    record_glReadPixels(0, 0, 4, 3, RGBA, BYTES, out);
    CHECK_BYTES(called("glReadPixels", 0), 6, memory, 48);
    record_glPixelStorei(PACK_ROW_LENGTH, 6);
    record_glPixelStorei(PACK_SKIP_PIXELS, 1);
    record_glPixelStorei(PACK_SKIP_ROWS, 1);
    record_glReadPixels(0, 0, 4, 3, RGBA, BYTES, out);
    CHECK_BYTES(called("glReadPixels", 1), 6, rows(memory + 24 + 4, 16, 24, 3), 48);
    record_glReadnPixels(0, 0, 4, 3, RGBA, BYTES, 24 * 3 + 4 + 15, out); // one byte too few
    CHECK_WHY(called("glReadnPixels", 0), 7, CAPTURE_FAILED);
    record_glBindBuffer(0x88EB, 2);
    record_glReadPixels(0, 0, 4, 3, RGBA, BYTES, NULL);
    CHECK_WHY(called("glReadPixels", 2), 6, CAPTURE_OFFSET);
}

// State that the program set before the recording.
static void left_behind(GLenum name, GLint *value) {
    static const GLint values[][2] = {{0x0CF5, 1}, {0x0D05, 2}, {0x0CF2, 8},
                                      {0x0D02, 6}, {0x88EF, 7}, {0x8895, 5}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i][0] == (GLint)name) *value = values[i][1];
}

static GLboolean is_restart(GLenum cap) {
    return cap == 0x8D69;
}

static void snapshot(struct trace_thread *t, int major, int minor) {
    struct live_context c = {.major = major, .minor = minor, .state = t->context};
    live_snapshot(t, &c, FLAG_ATTACH);
}

// A recording that starts later knows the pixel store parameters, and which pointers are offsets.
static void begun_late(void) {
    struct trace_thread *t = start(3, 0);
    fake_driver.glGetIntegerv = left_behind, fake_driver.glIsEnabled = is_restart;
    snapshot(t, 3, 0);
    CHECK(t->context->unpack.alignment == 1 && t->context->unpack.row_length == 8);
    CHECK(t->context->pack.alignment == 2 && t->context->pack.row_length == 6);
    CHECK(t->context->bound[TRACE_BINDING_PIXEL_UNPACK] == 7 && t->context->restart);
}

// The same for OpenGL ES 1, with no other queries.
static void begun_late_in_es1(void) {
    struct trace_thread *t = start(1, 1);
    fake_driver.glGetIntegerv = left_behind;
    snapshot(t, 1, 1);
    CHECK(t->context->unpack.alignment == 1 && t->context->array->element_buffer == 5);
    record_glDrawElements(4, 3, 0x1403, (void *)12);
    CHECK_WHY(called("glDrawElements", 0), 3, CAPTURE_OFFSET);
}

static GLint row_length;
static GLsizei edge; // of the surface

static void get_row_length(GLenum name, GLint *value) {
    if (name == PACK_ROW_LENGTH) *value = row_length;
}
static void set_rows(GLenum name, GLint value) {
    if (name == PACK_ROW_LENGTH) row_length = value;
}
static EGLSurface same_surface(EGLint which) {
    return (void)which, (EGLSurface)memory;
}
static EGLBoolean side(EGLDisplay d, EGLSurface s, EGLint name, EGLint *value) {
    return (void)d, (void)s, (void)name, *value = edge, 1;
}
static void check_rows(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                       void *to) {
    uint32_t *pixels = to;
    CHECK(row_length == 0); // otherwise it would write beyond the recorder's memory
    CHECK(y + height <= edge && width * height * 4 <= TRACE_BAND);
    for (GLint i = 0; i < width * height; i++)
        pixels[i] = (uint32_t)(y + i / width) << 16 | (uint32_t)(x + i % width);
    (void)format, (void)type;
}

// An extension of OpenGL ES 2 allows gaps between rows: an image has none, and the parameters are restored.
static void image_in_es2(void) {
    struct trace_thread *t = start(2, 0);
    struct live_context c = {.major = 2, .state = t->context};
    row_length = 4096, edge = 4;
    trace_set_budget(TRACE_BUDGET_BANDS, TRACE_BAND);
    fake_driver.glGetIntegerv = get_row_length, fake_driver.glPixelStorei = set_rows;
    fake_driver.glReadPixels = check_rows;
    fake_driver.eglGetCurrentSurface = same_surface, fake_driver.eglQuerySurface = side;
    live_options.image_size = 256;
    live_image_of_frame(t, &c, NULL, (EGLSurface)memory);
    CHECK(fake_calls("glReadPixels") > 0 && row_length == 4096);
    CHECK(count("FrameImage") == 1);
    live_drop_images(&c);
}

static struct recorded *image_of(GLsizei size, int number) {
    struct live_context c = {.major = 2, .state = trace_self->context};
    edge = size;
    live_image_of_frame(trace_self, &c, NULL, (EGLSurface)memory);
    live_drop_images(&c);
    return called("FrameImage", number);
}

// A large surface is read in parts. Without space, or beyond the limits, the missing data is reported.
static void large_image_in_es2(void) {
    static uint32_t expected[200 * 200];
    start(2, 0);
    fake_driver.glReadPixels = check_rows;
    fake_driver.eglGetCurrentSurface = same_surface, fake_driver.eglQuerySurface = side;
    live_options.image_size = 200;
    row_length = 0;
    for (uint32_t i = 0; i < 200 * 200; i++) expected[i] = i / 200 * 3000 / 200 << 16 | i % 200 * 3000 / 200;
    trace_set_budget(TRACE_BUDGET_BANDS, TRACE_BAND);
    CHECK_BYTES(image_of(3000, 0), TRACE_PLACE_FRAME_IMAGE, expected, sizeof expected);
    CHECK_WHY(image_of(5000, 1), TRACE_PLACE_FRAME_IMAGE, CAPTURE_NO_ROOM);
    CHECK(called("FrameImage", 1)->cells[2] == 200 && called("FrameImage", 1)->cells[4] == 5000);
    trace_set_budget(TRACE_BUDGET_BANDS, 3000 * 4 - 1); // less than a row
    CHECK_WHY(image_of(3000, 2), TRACE_PLACE_FRAME_IMAGE, CAPTURE_NO_ROOM);
    trace_set_budget(TRACE_BUDGET_BANDS, 3000 * 4);
    CHECK_BYTES(image_of(3000, 3), TRACE_PLACE_FRAME_IMAGE, expected, sizeof expected);
}

static void *give_image(EGLDisplay d, EGLContext c, EGLenum target, EGLClientBuffer b, const EGLint *list) {
    (void)d, (void)c, (void)target, (void)b;
    return list != NULL && list[1] == 0 ? NULL : (void *)(uintptr_t)7;
}

static void *give_wide_image(EGLDisplay d, EGLContext c, EGLenum target, EGLClientBuffer b,
                             const EGLAttrib *list) {
    (void)d, (void)c, (void)target, (void)b, (void)list;
    return (void *)(uintptr_t)8;
}

// The contents of a linear dma-buf are recorded, and other sources are marked.
static void image_sources(void) {
    enum { DMA_BUF = 0x3270, NATIVE_BUFFER_ANDROID = 0x3140, TEXTURE = 0x30B1, OFFSET = 16, PITCH = 12 };
    uint8_t bytes[OFFSET + 2 * PITCH];
    int fd = memfd_create("image", 0);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)i;
    CHECK(fd >= 0 && write(fd, bytes, sizeof bytes) == sizeof bytes);
    start(3, 0);
    fake_driver.eglCreateImageKHR = give_image, fake_driver.eglCreateImage = give_wide_image;
    EGLint list[] = {0x3057, 2,      0x3056, 2,      0x3271, 0x34325241, 0x3272, fd,    0x3273,
                     OFFSET, 0x3274, PITCH,  0x3443, 0,      0x3444,     0,      0x3038};
    record_eglCreateImageKHR(NULL, NULL, DMA_BUF, NULL, list);
    struct recorded *r = called("ImageSource", 0);
    CHECK_BYTES(r, TRACE_PLACE_IMAGE_SOURCE, bytes + OFFSET, 2 * PITCH);
    EGLAttrib wide[sizeof list / sizeof *list];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) wide[i] = list[i];
    record_eglCreateImage(NULL, NULL, DMA_BUF, NULL, wide);
    CHECK_BYTES(called("ImageSource", 1), TRACE_PLACE_IMAGE_SOURCE, bytes + OFFSET, 2 * PITCH);
    list[9] = OFFSET + 1; // beyond the end
    record_eglCreateImageKHR(NULL, NULL, DMA_BUF, NULL, list);
    CHECK_WHY(called("ImageSource", 2), TRACE_PLACE_IMAGE_SOURCE, CAPTURE_UNKNOWN);
    list[9] = OFFSET, list[13] = 1; // not linear
    record_eglCreateImageKHR(NULL, NULL, DMA_BUF, NULL, list);
    CHECK_WHY(called("ImageSource", 3), TRACE_PLACE_IMAGE_SOURCE, CAPTURE_UNKNOWN);
    record_eglCreateImageKHR(NULL, NULL, NATIVE_BUFFER_ANDROID, NULL, NULL);
    CHECK_WHY(called("ImageSource", 4), TRACE_PLACE_IMAGE_SOURCE, CAPTURE_UNKNOWN);
    record_eglCreateImageKHR(NULL, NULL, TEXTURE, NULL, NULL);
    list[1] = 0; // fails
    record_eglCreateImageKHR(NULL, NULL, DMA_BUF, NULL, list);
    CHECK(count("ImageSource") == 5);
    close(fd);
}

const struct test pixels[] = {
    {"image sources", image_sources},
    {"tight", tight},
    {"alignment", alignment},
    {"rows and skips", rows_and_skips},
    {"not in ES 2", not_in_es2},
    {"three dimensions", three_dimensions},
    {"types", types},
    {"unknown", unknown},
    {"unpack buffer", unpack_buffer},
    {"textures left out", left_out},
    {"read pixels", read_pixels},
    {"begun late", begun_late},
    {"begun late in ES 1", begun_late_in_es1},
    {"image in ES 2", image_in_es2},
    {"large image in ES 2", large_image_in_es2},
    {NULL, NULL},
};
