// A layer that stands for a driver with EGL_KHR_image_pixmap, which Mesa's software driver lacks. An image of
// a pixmap is an image of a texture with the pixels that the pixmap has at that time.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <stdlib.h>
#include <string.h>

static PFNEGLCREATEIMAGEKHRPROC next_create_image;

static struct {
    EGLContext (*eglGetCurrentContext)(void);
    PFNGLGETINTEGERVPROC glGetIntegerv;
    PFNGLPIXELSTOREIPROC glPixelStorei;
    PFNGLGENTEXTURESPROC glGenTextures;
    PFNGLBINDTEXTUREPROC glBindTexture;
    PFNGLTEXIMAGE2DPROC glTexImage2D;
    PFNGLTEXPARAMETERIPROC glTexParameteri;
    PFNGLDELETETEXTURESPROC glDeleteTextures;
} below;

// Pixels of three bytes, in rows without padding.
static GLubyte *read_pixels(Display *server, Pixmap pixmap, unsigned *width, unsigned *height) {
    Window root;
    int x, y;
    unsigned border, depth;
    XGetGeometry(server, pixmap, &root, &x, &y, width, height, &border, &depth);
    XImage *image = XGetImage(server, pixmap, 0, 0, *width, *height, AllPlanes, ZPixmap);
    GLubyte *pixels = malloc(3 * (size_t)*width * *height), *to = pixels;
    for (unsigned n = 0; n < *width * *height; n++) {
        unsigned long pixel = XGetPixel(image, (int)(n % *width), (int)(n / *width));
        for (int shift = 16; shift >= 0; shift -= 8) *to++ = (GLubyte)(pixel >> shift);
    }
    XDestroyImage(image);
    return pixels;
}

static GLuint make_texture(Pixmap pixmap) {
    Display *server = XOpenDisplay(NULL);
    GLint bound = 0, alignment = 0;
    GLuint texture = 0;
    unsigned width = 0, height = 0;
    if (server == NULL) return 0;
    GLubyte *pixels = read_pixels(server, pixmap, &width, &height);
    below.glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    below.glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment);
    below.glGenTextures(1, &texture);
    below.glBindTexture(GL_TEXTURE_2D, texture);
    below.glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    below.glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, (GLsizei)width, (GLsizei)height, 0, GL_RGB, GL_UNSIGNED_BYTE,
                       pixels);
    below.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    below.glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
    below.glBindTexture(GL_TEXTURE_2D, (GLuint)bound);
    free(pixels);
    XCloseDisplay(server);
    return texture;
}

static EGLImageKHR create_image(EGLDisplay display, EGLContext context, EGLenum target,
                                EGLClientBuffer buffer, const EGLint *attributes) {
    if (target != EGL_NATIVE_PIXMAP_KHR)
        return next_create_image(display, context, target, buffer, attributes);
    GLuint texture = make_texture((Pixmap)(uintptr_t)buffer);
    EGLImageKHR image = next_create_image(display, below.eglGetCurrentContext(), EGL_GL_TEXTURE_2D_KHR,
                                          (EGLClientBuffer)(uintptr_t)texture, NULL);
    below.glDeleteTextures(1, &texture);
    return image;
}

void AndroidGLESLayer_Initialize(void *layer_id, void *(*get_next)(void *layer_id, const char *name)) {
#define FIND(name) *(void **)&below.name = get_next(layer_id, #name)
    FIND(eglGetCurrentContext), FIND(glGetIntegerv), FIND(glPixelStorei), FIND(glGenTextures);
    FIND(glBindTexture), FIND(glTexImage2D), FIND(glTexParameteri), FIND(glDeleteTextures);
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    if (strcmp(name, "eglCreateImageKHR") != 0) return next;
    return *(void **)&next_create_image = next, (void *)create_image;
}
