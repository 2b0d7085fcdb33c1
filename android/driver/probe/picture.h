/* An image of a format, red on the left and blue on the right, in memory that EGL accepts for an EGLImage. */
#ifndef PICTURE_H
#define PICTURE_H

#include "probe.h"

struct format {
    const char *name;
    uint32_t android;  /* AHARDWAREBUFFER_FORMAT_*, or the HAL's number */
    uint32_t linux_id; /* DRM fourcc; 0: not tested here */
    int bytes;         /* bytes per sample */
    int interleaved;   /* the color planes are interleaved */
    int red_first;     /* Cr before Cb */
};

struct plane {
    uint8_t *data;
    uint32_t step, stride;
};

/* On failure, the functions that make an image report the reason themselves: "why" if the driver is at fault,
   "impossible" if it cannot be tested. */
EGLImage android_image(void *library, EGLDisplay display, const struct format *format);
EGLImage linux_image(EGLDisplay display, const struct format *format);
EGLImage create_image(EGLDisplay display, EGLContext context, unsigned target, void *buffer,
                      const EGLint *attributes);

/* Fill the planes of Y, Cb and Cr, or pixels of four bytes. */
void fill(const struct plane planes[3], int bytes);
void fill_rgba(uint8_t *data, uint32_t stride);

#endif
