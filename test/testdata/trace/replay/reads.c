// Draws to several framebuffers with different programs, and reads all color buffers after each draw: the
// images of the draws.
#include "quad.h"

enum { FRAMES = 3, MULTISAMPLED = 2 };

static const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
static GLuint framebuffers[4], resolved;

static void add_buffer(GLenum point, GLenum format, int samples) {
    GLuint buffer = 0;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, SIDE, SIDE);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, buffer);
}

// The framebuffer 0 is the default one.
static void make_framebuffers(void) {
    glGenFramebuffers(3, framebuffers + 1);
    glGenFramebuffers(1, &resolved);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[1]);
    add_buffer(both[0], GL_RGBA8, 0);
    add_buffer(both[1], GL_RGB565, 0);
    add_buffer(GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, 0);
    glDrawBuffers(2, both);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[MULTISAMPLED]);
    add_buffer(both[0], GL_RGBA8, 4);
    add_buffer(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 4);
    glBindFramebuffer(GL_FRAMEBUFFER, resolved);
    add_buffer(both[0], GL_RGBA8, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[3]);
    GLuint texture = make_texture(1, 2, 3);
    glFramebufferTexture2D(GL_FRAMEBUFFER, both[0], GL_TEXTURE_2D, texture, 0);
    want(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "a complete framebuffer");
}

static void read_buffer(GLenum buffer) {
    static GLubyte pixels[SIDE * SIDE * 4];
    glReadBuffer(buffer);
    glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static void read_all(int framebuffer) {
    if (framebuffer == MULTISAMPLED) {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved);
        glBlitFramebuffer(0, 0, SIDE, SIDE, 0, 0, SIDE, SIDE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_FRAMEBUFFER, resolved);
    }
    read_buffer(framebuffer == 0 ? GL_BACK : both[0]);
    if (framebuffer == 1) read_buffer(both[1]);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[framebuffer]);
}

static GLuint programs[2];

static void make_programs(void) {
    use_program("#version 300 es\n"
                "precision mediump float;\n"
                "in vec2 at;\n"
                "layout(location = 0) out vec4 first;\n"
                "layout(location = 1) out vec4 second;\n"
                "uniform float part;\n"
                "void main() { first = vec4(at, part, 1); second = vec4(part, at, 1); }\n");
    glGetIntegerv(GL_CURRENT_PROGRAM, (GLint *)&programs[0]);
    use_program("#version 300 es\n"
                "precision mediump float;\n"
                "in vec2 at;\n"
                "layout(location = 0) out vec4 color;\n"
                "layout(location = 1) out vec4 second;\n"
                "uniform float part;\n"
                "void main() {\n"
                "    if (distance(at, vec2(0.5)) > 0.2 + 0.3 * part) discard;\n"
                "    color = second = vec4(0.2, at.x, 0.8, 0.5);\n"
                "}\n");
    glGetIntegerv(GL_CURRENT_PROGRAM, (GLint *)&programs[1]);
}

static void draw(int frame, int program) {
    glUseProgram(programs[program]);
    glUniform1f(glGetUniformLocation(programs[program], "part"), (float)frame / FRAMES);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

int main(void) {
    open_screen(SIDE, SIDE, 30, 0);
    make_programs();
    make_framebuffers();
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int n = 0; n < 4; n++) {
            int framebuffer = (n + 1) % 4;
            glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[framebuffer]);
            glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
            for (int program = 0; program < 2; program++) {
                draw(frame, program);
                read_all(framebuffer);
            }
        }
        want(glGetError() == GL_NO_ERROR, "no error");
        swap();
    }
    return 0;
}
