// Draws to two textures at once and shows the second one, until it is ended. What is drawn and read is
// selected once, before the first frame.
#include "quad.h"

static GLuint framebuffer;

static void make_targets(void) {
    static const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    GLuint textures[2];
    glGenTextures(2, textures);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIDE, SIDE);
        glFramebufferTexture2D(GL_FRAMEBUFFER, both[i], GL_TEXTURE_2D, textures[i], 0);
    }
    glDrawBuffers(2, both);
    glReadBuffer(both[1]);
    want(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "a complete framebuffer");
}

int main(void) {
    open_screen(SIDE, SIDE, 30, 0);
    use_program("#version 300 es\n"
                "precision mediump float;\n"
                "in vec2 at;\n"
                "layout(location = 0) out vec4 first;\n"
                "layout(location = 1) out vec4 second;\n"
                "uniform float part;\n"
                "void main() { first = vec4(1, 0, 0, 1); second = vec4(0, part, at.x, 1); }\n");
    make_targets();
    GLint program = 0;
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    GLint part = glGetUniformLocation((GLuint)program, "part");
    for (int frame = 0;; frame++) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glUniform1f(part, (float)(frame % 16) / 15.0f);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
        glBlitFramebuffer(0, 0, SIDE, SIDE, 0, 0, SIDE, SIDE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        want(glGetError() == GL_NO_ERROR, "no error");
        swap();
        usleep(2000);
        puts(frame == 2 ? "drawing" : "frame");
        fflush(stdout); // without a reader, the program ends
    }
}
