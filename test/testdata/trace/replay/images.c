// Shares textures and renderbuffers through EGL images: external makes the texture that shows the image an
// external one. With pixmap, it shows the image of a pixmap of X11 instead.
#include "quad.h"

#include <EGL/eglext.h>

#include <X11/Xlib.h>
#include <dlfcn.h>

static PFNEGLCREATEIMAGEKHRPROC create_image;
static PFNEGLDESTROYIMAGEKHRPROC destroy_image;
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC image_to_texture;
static PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC image_to_renderbuffer;

static EGLImageKHR image_of(EGLenum target, GLuint name) {
    EGLImageKHR image = create_image(display, context, target, (EGLClientBuffer)(uintptr_t)name, NULL);
    want(image != EGL_NO_IMAGE_KHR, "an image");
    return image;
}

// Attaches a texture or renderbuffer to the bound framebuffer, and clears it.
static void clear_target(GLenum target, GLuint name, GLfloat green) {
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    if (target == GL_RENDERBUFFER)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, name);
    else
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, name, 0);
    want(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "a complete framebuffer");
    glClearColor(1, green, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    glFinish();
}

// The texture shows what the source of the image had, and what is drawn to the source later, also without the
// image.
static void show_texture(GLenum target, GLuint shown) {
    GLuint source = make_texture(10, 200, 30);
    EGLImageKHR image = image_of(EGL_GL_TEXTURE_2D_KHR, source);
    glBindTexture(target, shown);
    image_to_texture(target, image);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    want_draw(10, 200, 30, "the texture");
    swap();
    clear_target(GL_TEXTURE_2D, source, 1);
    glBindTexture(target, shown);
    want_draw(255, 255, 0, "what was drawn to the texture");
    swap();
    destroy_image(display, image);
    glDeleteTextures(1, &source);
    want_draw(255, 255, 0, "the texture without its image");
    swap();
}

static void show_renderbuffer(GLenum target, GLuint shown) {
    GLuint sources[2];
    glGenRenderbuffers(2, sources);
    glBindRenderbuffer(GL_RENDERBUFFER, sources[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIDE, SIDE);
    EGLImageKHR image = image_of(EGL_GL_RENDERBUFFER_KHR, sources[0]);
    glBindTexture(target, shown);
    image_to_texture(target, image);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    clear_target(GL_RENDERBUFFER, sources[0], 0);
    want_draw(255, 0, 0, "the renderbuffer");
    swap();
    glBindRenderbuffer(GL_RENDERBUFFER, sources[1]);
    image_to_renderbuffer(GL_RENDERBUFFER, image);
    clear_target(GL_RENDERBUFFER, sources[1], 1);
    want_draw(255, 255, 0, "what was drawn to the other renderbuffer");
    swap();
    destroy_image(display, image);
}

// Only this needs libX11, so the program does not link it.
static void *x11(const char *name) {
    static void *library;
    if (library == NULL) library = dlopen("libX11.so.6", RTLD_NOW);
    void *found = library ? dlsym(library, name) : NULL;
    want(found != NULL, name);
    return found;
}

#define X11(name) ((__typeof__(&(name)))x11(#name))

// Fills rows of a pixmap.
static void fill(Display *server, Pixmap pixmap, int y, unsigned rows, unsigned long color) {
    GC gc = X11(XCreateGC)(server, pixmap, 0, NULL);
    X11(XSetForeground)(server, gc, color);
    X11(XFillRectangle)(server, pixmap, gc, 0, y, SIDE, rows);
    X11(XFreeGC)(server, gc);
}

// The last rows of the pixmap have another color, so that the order of the rows shows.
static void show_pixmap(GLuint shown) {
    Display *server = X11(XOpenDisplay)(NULL);
    GLint bound = 0;
    want(server != NULL, "an X server");
    Pixmap pixmap = X11(XCreatePixmap)(server, X11(XDefaultRootWindow)(server), SIDE, SIDE, 24);
    fill(server, pixmap, 0, SIDE, 0x0AC81E);
    fill(server, pixmap, SIDE - 3, 3, 0xFF0000);
    X11(XSync)(server, False);
    glBindTexture(GL_TEXTURE_2D, shown);
    glEnable(GL_TEXTURE_2D);
    EGLImageKHR image =
        create_image(display, EGL_NO_CONTEXT, EGL_NATIVE_PIXMAP_KHR, (EGLClientBuffer)pixmap, NULL);
    want(image != EGL_NO_IMAGE_KHR && eglGetError() == EGL_SUCCESS, "an image of a pixmap");
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    want((GLuint)bound == shown && glGetError() == GL_INVALID_ENUM, "the binding and the error from before");
    image_to_texture(GL_TEXTURE_2D, image);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    want_draw(10, 200, 30, "the pixmap");
    swap();
    destroy_image(display, image);
    X11(XFreePixmap)(server, pixmap);
    X11(XCloseDisplay)(server);
}

int main(int argc, char **argv) {
    int external = argc > 1 && strcmp(argv[1], "external") == 0;
    GLenum target = external ? GL_TEXTURE_EXTERNAL_OES : GL_TEXTURE_2D;
    GLuint shown[2];
    open_screen(SIDE, SIDE, 32, 0);
    create_image = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
    destroy_image = (PFNEGLDESTROYIMAGEKHRPROC)eglGetProcAddress("eglDestroyImageKHR");
    image_to_texture = (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
    image_to_renderbuffer = (PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC)eglGetProcAddress(
        "glEGLImageTargetRenderbufferStorageOES");
    use_program(external ? "#version 300 es\n"
                           "#extension GL_OES_EGL_image_external_essl3 : require\n"
                           "precision mediump float;\n"
                           "in vec2 at;\n"
                           "uniform samplerExternalOES shown;\n"
                           "out vec4 color;\n"
                           "void main() { color = texture(shown, at); }\n"
                         : "#version 300 es\n"
                           "precision mediump float;\n"
                           "in vec2 at;\n"
                           "uniform sampler2D shown;\n"
                           "out vec4 color;\n"
                           "void main() { color = texture(shown, at); }\n");
    glGenTextures(2, shown);
    if (argc > 1 && strcmp(argv[1], "pixmap") == 0) {
        show_pixmap(shown[0]);
        return 0;
    }
    show_texture(target, shown[0]);
    show_renderbuffer(target, shown[1]);
    return 0;
}
