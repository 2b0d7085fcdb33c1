// Draws frames of one color each, with pixel state and bindings that a reader must handle: colors FRAMES
// [SAMPLES].
#include "screen.h"

#include <GLES3/gl3.h>

#include <stdlib.h>

enum { WIDTH = 40, HEIGHT = 30 };

int main(int argc, char **argv) {
    int frames = argc > 1 ? atoi(argv[1]) : 8, samples = argc > 2 ? atoi(argv[2]) : 0;
    GLuint buffer, framebuffer, renderbuffer;
    open_screen(WIDTH, HEIGHT, 30, samples);
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 8, 8);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, 16, NULL, GL_STREAM_READ);
    glPixelStorei(GL_PACK_ROW_LENGTH, 1000);
    glPixelStorei(GL_PACK_SKIP_ROWS, 7);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    glViewport(1, 1, 3, 3);
    glScissor(0, 0, 1, 1);
    for (int frame = 0; frame < frames; frame++) {
        glDisable(GL_SCISSOR_TEST);
        glClearColor((float)(frame % 256) / 255, 0.2f, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_SCISSOR_TEST);
        swap();
        glFinish(); // then an image of the frame is ready at the next swap
    }
    return glGetError() != 0;
}
