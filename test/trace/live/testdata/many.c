// A program with more texture data than the recorder's buffers hold, and with widely spaced names: many
// FRAMES.
#include "screen.h"

#include <GLES3/gl31.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TEXTURES = 12, SIDE = 512, BUFFERS = 8000, BYTES = 16 };

// Each texture has its own content: its name, and noise.
static void fill(uint32_t *pixels, GLuint name) {
    static uint32_t noise = 1;
    for (int i = 0; i < SIDE * SIDE; i++) {
        noise = noise * 1664525 + 1013904223;
        pixels[i] = (noise & ~0xffu) | name;
    }
}

int main(int argc, char **argv) {
    static uint32_t pixels[SIDE * SIDE];
    static GLuint buffers[BUFFERS];
    int frames = argc > 1 ? atoi(argv[1]) : 8;
    GLuint textures[TEXTURES];
    open_screen(8, 8, 31, 0);
    glGenTextures(TEXTURES, textures);
    for (int i = 0; i < TEXTURES; i++) {
        fill(pixels, textures[i]);
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIDE, SIDE);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    }
    glGenBuffers(BUFFERS, buffers);
    for (int i = BUFFERS / 2; i <= BUFFERS; i += BUFFERS / 2) {
        if (buffers[i - 1] != (GLuint)i) return 3;
        glBindBuffer(GL_ARRAY_BUFFER, (GLuint)i);
        glBufferData(GL_ARRAY_BUFFER, BYTES, pixels, GL_STATIC_DRAW);
    }
    fprintf(stderr, "drawing\n");
    for (int frame = 0; frame < frames; frame++) {
        glClear(GL_COLOR_BUFFER_BIT);
        swap();
        usleep(1000);
    }
    return glGetError() != 0;
}
