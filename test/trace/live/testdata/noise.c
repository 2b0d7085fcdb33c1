// A frame of noise, which does not compress, and a draw of it into a multisampled framebuffer: noise.
#include "screen.h"

#include <GLES3/gl3.h>

#include <stdint.h>

enum { WIDTH = 48, HEIGHT = 36 };

static uint8_t pixels[WIDTH * HEIGHT * 4];

// The test computes the same noise.
static void make_noise(void) {
    uint32_t state = 1;
    for (unsigned i = 0; i < sizeof pixels; i++) {
        state = state * 1664525u + 1013904223u;
        pixels[i] = (uint8_t)(state >> 24);
    }
}

static void bind_texture(void) {
    GLuint texture, framebuffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

// The draw is transparent, over a color: an image has the color.
static void draw_into_samples(void) {
    GLuint framebuffer, renderbuffer;
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 12, 20);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_POINTS, 0, 0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
}

int main(void) {
    open_screen(WIDTH, HEIGHT, 30, 0);
    make_noise();
    bind_texture();
    for (int frame = 0; frame < 20; frame++) {
        draw_into_samples();
        glBlitFramebuffer(0, 0, WIDTH, HEIGHT, 0, 0, WIDTH, HEIGHT, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        swap();
        usleep(1000);
    }
    return glGetError() != 0;
}
