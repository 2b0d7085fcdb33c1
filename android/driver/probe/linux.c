/* Images in a dma-buf, if the system can create one. */
#include "picture.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BYTES = 4 * 4096 }; /* bytes of an image: enough for any of the formats */

static int udmabuf(void) {
    struct {
        uint32_t memory, flags;
        uint64_t offset, size;
    } create = {0, 1, 0, BYTES};
    int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
    if (device < 0) return -1;
    int memory = (int)syscall(SYS_memfd_create, "picture", 3u); /* MFD_CLOEXEC, MFD_ALLOW_SEALING */
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
    uint8_t *color = data + (size_t)row * SIDE;
    struct plane first = {color, bytes, half}, second = {color + (size_t)half * SIDE / 2, bytes, half};
    if (format->interleaved) {
        first = (struct plane){color, 2 * bytes, row};
        second = (struct plane){color + bytes, 2 * bytes, row};
    }
    const struct plane planes[3] = {
        {data, bytes, row}, format->red_first ? second : first, format->red_first ? first : second};
    fill(planes, format->bytes);
}

static EGLImage import_image(EGLDisplay display, const struct format *format, int memory) {
    const EGLint row = SIDE * format->bytes, color = row * SIDE;
    EGLint list[32] = {EGL_WIDTH, SIDE, EGL_HEIGHT, SIDE, EGL_LINUX_DRM_FOURCC_EXT, (EGLint)format->linux_id};
    int at = 6;
    const EGLint planes[3][2] = {
        {0, row}, {color, format->interleaved ? row : row / 2}, {color + row / 2 * SIDE / 2, row / 2}};
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

EGLImage linux_image(EGLDisplay display, const struct format *format) {
    if (!has_word(p_eglQueryString(display, EGL_EXTENSIONS), "EGL_EXT_image_dma_buf_import"))
        return say("impossible",
                   "EGL has no EGL_EXT_image_dma_buf_import, and this system has no AHardwareBuffer"),
               NULL;
    int memory = udmabuf();
    say("by", memory < 0 ? "/dev/dma_heap/system" : "/dev/udmabuf");
    if (memory < 0) memory = dma_heap();
    if (memory < 0)
        return say("impossible", "cannot allocate memory from /dev/udmabuf or /dev/dma_heap/system"), NULL;
    uint8_t *data = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (data == MAP_FAILED) return say("impossible", "cannot map the memory for writing"), NULL;
    say("allocated", "dma-buf");
    fill_linux(data, format);
    munmap(data, BYTES);
    return import_image(display, format, memory);
}
