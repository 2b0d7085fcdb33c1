/* Allocates an image in a YUV format, fills it, and samples it. On Android the memory is an AHardwareBuffer,
 * elsewhere a dma-buf. */
#include "picture.h"

#include <dlfcn.h>
#include <string.h>

#define FOUR(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

static const struct format formats[] = {
    {"RGBA", 1, 0, 4, 0, 0}, /* for comparison: a failure here is not caused by YUV */
    {"YV12", 0x32315659, FOUR('Y', 'V', '1', '2'), 1, 0, 1},
    {"YCbCr_420", 0x23, FOUR('Y', 'U', '1', '2'), 1, 0, 0},
    {"NV12", 0, FOUR('N', 'V', '1', '2'), 1, 1, 0},
    {"NV21", 0x11, FOUR('N', 'V', '2', '1'), 1, 1, 1},
    {"P010", 0x36, FOUR('P', '0', '1', '0'), 2, 1, 0},
};

/* Y, Cb, Cr of red and blue. */
static const uint8_t colors[2][3] = {{81, 90, 240}, {41, 240, 110}};

static void put(const struct plane *plane, int x, int y, uint8_t value, int bytes) {
    uint8_t *at = plane->data + (size_t)y * plane->stride + (size_t)x * plane->step;
    if (bytes == 2) at[0] = 0;
    at[bytes - 1] = value;
}

void fill(const struct plane planes[3], int bytes) {
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const uint8_t *color = colors[x >= SIDE / 2];
            put(&planes[0], x, y, color[0], bytes);
            if (x % 2 || y % 2) continue;
            put(&planes[1], x / 2, y / 2, color[1], bytes);
            put(&planes[2], x / 2, y / 2, color[2], bytes);
        }
}

void fill_rgba(uint8_t *data, uint32_t stride) {
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            const uint8_t color[4] = {x < SIDE / 2 ? 255 : 0, 0, x < SIDE / 2 ? 0 : 255, 255};
            memcpy(data + (size_t)y * stride + (size_t)x * 4, color, 4);
        }
}

EGLImage create_image(EGLDisplay display, EGLContext context, unsigned target, void *buffer,
                      const EGLint *attributes) {
    EGLImage (*create)(EGLDisplay, EGLContext, unsigned, void *, const EGLint *) = NULL;
    void *found = function("eglCreateImageKHR");
    memcpy(&create, &found, sizeof found);
    if (!create) return say("why", "EGL has no eglCreateImageKHR"), NULL;
    EGLImage image = create(display, context, target, buffer, attributes);
    if (!image) say_error("why", "eglCreateImageKHR");
    return image;
}

/* A texture of this context that is not YUV: it shows whether images can be sampled at all. */
static EGLImage texture_image(const struct context *in) {
    enum { GL_TEXTURE_2D = 0x0DE1, GL_RGBA = 0x1908, GL_UNSIGNED_BYTE = 0x1401, GL_NEAREST = 0x2600 };
    static uint8_t data[SIDE * SIDE * 4];
    unsigned texture = 0;
    if (!p_glGenTextures || !p_glBindTexture || !p_glTexImage2D || !p_glTexParameteri || !p_glFinish)
        return say("why", "texture functions are missing"), NULL;
    fill_rgba(data, SIDE * 4);
    p_glGenTextures(1, &texture);
    p_glBindTexture(GL_TEXTURE_2D, texture);
    p_glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
    p_glTexParameteri(GL_TEXTURE_2D, 0x2801, GL_NEAREST);
    p_glFinish();
    say("allocated", "texture");
    const EGLint attributes[] = {EGL_NONE};
    return create_image(in->display, in->context, EGL_GL_TEXTURE_2D, (void *)(uintptr_t)texture, attributes);
}

static const struct format *find_format(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0) return &formats[i];
    return NULL;
}

void task_yuv(const char *name) {
    const struct format *format = find_format(name);
    EGLDisplay display;
    struct context made;
    EGLImage image;
    int right = 0;
    if (!format) return say("why", "unknown format");
    if (!open_egl(NULL) || !open_display(&display)) return;
    const char *wrong = make_context(display, 2, &made);
    if (wrong) return say_error("why", wrong);
    if (!has_word((const char *)p_glGetString(0x1F03 /* GL_EXTENSIONS */), "GL_OES_EGL_image_external"))
        return say("impossible", "OpenGL ES has no GL_OES_EGL_image_external");
    void *library = dlopen("libnativewindow.so", RTLD_NOW | RTLD_LOCAL);
    if (library)
        image = android_image(library, display, format);
    else if (!format->linux_id)
        image = texture_image(&made);
    else
        image = linux_image(display, format);
    if (!image) return;
    if ((wrong = draw_external(image, &right))) return say("why", wrong);
    say(right ? "sampled" : "why", right ? "yes" : "the sampled colors are wrong");
    say("done", "yes");
}
