// Shares textures and renderbuffers through EGL images: external makes the texture that shows the image an
// external one.
#include "quad.h"

#include <EGL/eglext.h>

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
    show_texture(target, shown[0]);
    show_renderbuffer(target, shown[1]);
    return 0;
}
