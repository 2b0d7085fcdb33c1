/* Allocates a picture in a format of YUV, fills it, red on the left and blue on the right, and samples it. On
   Android the memory is an AHardwareBuffer; elsewhere a dma-buf, if the system has any way to one. */
#include "probe.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct format {
    const char *name;
    uint32_t android;  /* AHARDWAREBUFFER_FORMAT_* or the HAL's number */
    uint32_t linux_id; /* DRM's four characters; 0: not tried here */
    int bytes;         /* of a sample */
    int interleaved;   /* the planes of colour are one */
    int red_first;     /* Cr before Cb */
};

#define FOUR(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

static const struct format formats[] = {
    {"RGBA", 1, 0, 4, 0, 0}, /* for comparison: where it fails, it is not for YUV */
    {"YV12", 0x32315659, FOUR('Y', 'V', '1', '2'), 1, 0, 1},
    {"YCbCr_420", 0x23, FOUR('Y', 'U', '1', '2'), 1, 0, 0},
    {"NV12", 0, FOUR('N', 'V', '1', '2'), 1, 1, 0},
    {"NV21", 0x11, FOUR('N', 'V', '2', '1'), 1, 1, 1},
    {"P010", 0x36, FOUR('P', '0', '1', '0'), 2, 1, 0},
};

struct plane {
    uint8_t *data;
    uint32_t step, stride;
};

/* Y, Cb, Cr of red and of blue. */
static const uint8_t colours[2][3] = {{81, 90, 240}, {41, 240, 110}};

static void put(const struct plane *plane, int x, int y, uint8_t value, int bytes) {
    uint8_t *at = plane->data + (size_t)y * plane->stride + (size_t)x * plane->step;
    if (bytes == 2) at[0] = 0;
    at[bytes - 1] = value;
}

static void fill(const struct plane planes[3], int bytes) {
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const uint8_t *colour = colours[x >= SIDE / 2];
            put(&planes[0], x, y, colour[0], bytes);
            if (x % 2 || y % 2) continue;
            put(&planes[1], x / 2, y / 2, colour[1], bytes);
            put(&planes[2], x / 2, y / 2, colour[2], bytes);
        }
}

static void fill_rgba(uint8_t *data, uint32_t stride) {
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            const uint8_t colour[4] = {x < SIDE / 2 ? 255 : 0, 0, x < SIDE / 2 ? 0 : 255, 255};
            memcpy(data + (size_t)y * stride + (size_t)x * 4, colour, 4);
        }
}

static EGLImage create_image(EGLDisplay display, EGLContext context, unsigned target, void *buffer,
                             const EGLint *attributes) {
    EGLImage (*create)(EGLDisplay, EGLContext, unsigned, void *, const EGLint *) = NULL;
    void *found = function("eglCreateImageKHR");
    memcpy(&create, &found, sizeof found);
    if (!create) return say("why", "EGL has no eglCreateImageKHR"), NULL;
    EGLImage image = create(display, context, target, buffer, attributes);
    if (!image) say_error("why", "eglCreateImageKHR");
    return image;
}

/* Android. */

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
    if (!lock || !unlock) return say("why", "it has no AHardwareBuffer_lockPlanes"), 0;
    int wrong = lock(buffer, CPU_WRITE_OFTEN, -1, NULL, &got);
    if (wrong) return say("why", "AHardwareBuffer_lockPlanes fails"), say_number("status", wrong), 0;
    struct plane planes[3] = {{0}};
    for (uint32_t i = 0; i < 3 && i < got.count; i++)
        planes[i] = (struct plane){got.planes[i].data, got.planes[i].step, got.planes[i].stride};
    if (got.count >= 1 && format->bytes == 4)
        fill_rgba(planes[0].data, planes[0].stride);
    else if (got.count >= 3)
        fill(planes, format->bytes);
    unlock(buffer, NULL);
    return got.count >= (format->bytes == 4 ? 1u : 3u) ? 1 : (say("why", "planes are missing"), 0);
}

static EGLImage android_image(void *library, EGLDisplay display, const struct format *format) {
    int (*allocate)(const struct description *, struct hardware_buffer **) = NULL;
    void *(*client_buffer)(const struct hardware_buffer *) = NULL;
    void *found = dlsym(library, "AHardwareBuffer_allocate");
    memcpy(&allocate, &found, sizeof found);
    found = function("eglGetNativeClientBufferANDROID");
    memcpy(&client_buffer, &found, sizeof found);
    if (!allocate) return say("why", "it has no AHardwareBuffer_allocate"), NULL;
    if (!client_buffer) return say("why", "EGL has no eglGetNativeClientBufferANDROID"), NULL;
    if (!format->android) return say("impossible", "Android has no number for this format"), NULL;
    const struct description wanted = {
        SIDE, SIDE, 1, format->android, CPU_READ_OFTEN | CPU_WRITE_OFTEN | GPU_SAMPLED, 0, 0, 0};
    struct hardware_buffer *buffer = NULL;
    int wrong = allocate(&wanted, &buffer);
    if (wrong || !buffer)
        return say("why", "AHardwareBuffer_allocate fails"), say_number("status", wrong), NULL;
    say("allocated", "AHardwareBuffer");
    if (!lock_planes(library, buffer, format)) return NULL;
    const EGLint attributes[] = {EGL_IMAGE_PRESERVED, 1, EGL_NONE};
    return create_image(display, NULL, EGL_NATIVE_BUFFER_ANDROID, client_buffer(buffer), attributes);
}

/* Elsewhere. */

enum { BYTES = 4 * 4096 }; /* of a picture: enough for any of the formats */

static int udmabuf(void) {
    struct {
        uint32_t memory, flags;
        uint64_t offset, size;
    } create = {0, 1, 0, BYTES};
    int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
    if (device < 0) return -1;
    int memory = (int)syscall(SYS_memfd_create, "picture", 3u); /* closed at exec, to be sealed */
    create.memory = (uint32_t)memory;
    int made = memory < 0 || ftruncate(memory, BYTES) || fcntl(memory, 1033 /* F_ADD_SEALS */, 2 /* shrink */)
                   ? -1
                   : ioctl(device, _IOW('u', 0x42, create), &create);
    close(device);
    if (memory >= 0) close(memory);
    return made;
}

static int dma_heap(void) {
    struct {
        uint64_t size;
        uint32_t made, made_flags;
        uint64_t flags;
    } create = {BYTES, 0, O_RDWR | O_CLOEXEC, 0};
    int device = open("/dev/dma_heap/system", O_RDONLY | O_CLOEXEC);
    if (device < 0) return -1;
    int wrong = ioctl(device, _IOWR('H', 0, create), &create);
    close(device);
    return wrong ? -1 : (int)create.made;
}

static void fill_linux(uint8_t *data, const struct format *format) {
    const uint32_t bytes = (uint32_t)format->bytes, row = SIDE * bytes, half = row / 2;
    uint8_t *colour = data + (size_t)row * SIDE;
    struct plane first = {colour, bytes, half}, second = {colour + (size_t)half * SIDE / 2, bytes, half};
    if (format->interleaved) {
        first = (struct plane){colour, 2 * bytes, row};
        second = (struct plane){colour + bytes, 2 * bytes, row};
    }
    const struct plane planes[3] = {
        {data, bytes, row}, format->red_first ? second : first, format->red_first ? first : second};
    fill(planes, format->bytes);
}

static EGLImage import_image(EGLDisplay display, const struct format *format, int memory) {
    const EGLint row = SIDE * format->bytes, colour = row * SIDE;
    EGLint list[32] = {EGL_WIDTH, SIDE, EGL_HEIGHT, SIDE, EGL_LINUX_DRM_FOURCC_EXT, (EGLint)format->linux_id};
    int at = 6;
    const EGLint planes[3][2] = {
        {0, row}, {colour, format->interleaved ? row : row / 2}, {colour + row / 2 * SIDE / 2, row / 2}};
    for (int i = 0; i < (format->interleaved ? 2 : 3); i++) {
        list[at++] = EGL_DMA_BUF_PLANE0_FD_EXT + 3 * i;
        list[at++] = memory;
        list[at++] = EGL_DMA_BUF_PLANE0_FD_EXT + 3 * i + 1;
        list[at++] = planes[i][0];
        list[at++] = EGL_DMA_BUF_PLANE0_FD_EXT + 3 * i + 2;
        list[at++] = planes[i][1];
    }
    list[at] = EGL_NONE;
    return create_image(display, NULL, EGL_LINUX_DMA_BUF_EXT, NULL, list);
}

static EGLImage linux_image(EGLDisplay display, const struct format *format) {
    if (!has_word(p_eglQueryString(display, EGL_EXTENSIONS), "EGL_EXT_image_dma_buf_import"))
        return say("impossible", "EGL has no EGL_EXT_image_dma_buf_import, and there is no AHardwareBuffer"),
               NULL;
    int memory = udmabuf();
    say("by", memory < 0 ? "/dev/dma_heap/system" : "/dev/udmabuf");
    if (memory < 0) memory = dma_heap();
    if (memory < 0)
        return say("impossible", "neither /dev/udmabuf nor /dev/dma_heap/system gives memory"), NULL;
    uint8_t *data = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (data == MAP_FAILED) return say("impossible", "the memory cannot be written to"), NULL;
    say("allocated", "dma-buf");
    fill_linux(data, format);
    munmap(data, BYTES);
    return import_image(display, format, memory);
}

/* A texture of this context, which is in no format of YUV: it shows whether images are sampled at all. */
static EGLImage texture_image(const struct context *in) {
    enum { GL_TEXTURE_2D = 0x0DE1, GL_RGBA = 0x1908, GL_UNSIGNED_BYTE = 0x1401, GL_NEAREST = 0x2600 };
    static uint8_t data[SIDE * SIDE * 4];
    unsigned texture = 0;
    if (!p_glGenTextures || !p_glBindTexture || !p_glTexImage2D || !p_glTexParameteri || !p_glFinish)
        return say("why", "functions of textures are missing"), NULL;
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
    if (!format) return say("why", "not a format that is known");
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
    say(right ? "sampled" : "why", right ? "yes" : "the colours are wrong");
    say("done", "yes");
}
