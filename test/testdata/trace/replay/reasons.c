// Leaves a pixel unchanged for each reason, one draw after the other, in a framebuffer with depth and
// stencil.
#include "quad.h"

static GLint move, depth, shade, keep;

static void make_framebuffer(void) {
    static const GLenum formats[] = {GL_RGBA8, GL_DEPTH24_STENCIL8};
    static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_STENCIL_ATTACHMENT};
    GLuint framebuffer = 0, buffers[2];
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(2, buffers);
    for (int i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffers[i]);
        glRenderbufferStorage(GL_RENDERBUFFER, formats[i], SIDE, SIDE);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, points[i], GL_RENDERBUFFER, buffers[i]);
    }
    want(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "a complete framebuffer");
}

static void make_program(void) {
    GLuint program = glCreateProgram();
    attach(program, GL_VERTEX_SHADER,
           "#version 300 es\n"
           "uniform vec2 move;\n"
           "uniform float depth;\n"
           "flat out uint number;\n"
           "out vec2 at;\n"
           "out mat2 both[2];\n"
           "void main() {\n"
           "    number = uint(gl_VertexID);\n"
           "    at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;\n"
           "    both[0] = mat2(at, at), both[1] = mat2(depth);\n"
           "    gl_Position = vec4(at * 2.0 - 1.0 + move, depth, 1);\n"
           "}\n");
    attach(program, GL_FRAGMENT_SHADER,
           "#version 300 es\n"
           "precision mediump float;\n"
           "uniform vec4 shade;\n"
           "uniform float keep;\n"
           "out vec4 color;\n"
           "void main() {\n"
           "    if (keep < 0.5) discard;\n"
           "    color = shade;\n"
           "}\n");
    glLinkProgram(program);
    glUseProgram(program);
    move = glGetUniformLocation(program, "move"), depth = glGetUniformLocation(program, "depth");
    shade = glGetUniformLocation(program, "shade"), keep = glGetUniformLocation(program, "keep");
}

static void reset(void) {
    glDisable(GL_CULL_FACE), glDisable(GL_SCISSOR_TEST), glDisable(GL_STENCIL_TEST), glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND), glDisable(GL_RASTERIZER_DISCARD);
    glColorMask(1, 1, 1, 1);
    glUniform2f(move, 0, 0);
    glUniform1f(depth, 0);
    glUniform4f(shade, 0.2f, 0.4f, 0.6f, 1);
    glUniform1f(keep, 1);
}

static void draw(void) {
    glDrawArrays(GL_TRIANGLES, 0, 3);
    reset();
}

int main(void) {
    open_screen(SIDE, SIDE, 30, 0);
    make_program();
    make_framebuffer();
    reset();
    glClearColor(0.8f, 0.2f, 0, 1);
    glClearDepthf(0.25f);
    glClearStencil(3);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    draw(); // changes it
    glUniform2f(move, 3, 0);
    draw(); // not covered
    glEnable(GL_CULL_FACE), glCullFace(GL_FRONT);
    draw(); // culled
    glEnable(GL_SCISSOR_TEST), glScissor(0, 0, 2, 2);
    draw(); // scissor
    glUniform1f(keep, 0);
    draw(); // discarded by the shader
    glEnable(GL_STENCIL_TEST), glStencilFunc(GL_EQUAL, 4, 255);
    draw(); // stencil test
    glEnable(GL_DEPTH_TEST), glUniform1f(depth, 0.9f);
    draw(); // depth test
    glColorMask(0, 0, 0, 0), glUniform4f(shade, 1, 1, 1, 1);
    draw(); // write mask
    glEnable(GL_RASTERIZER_DISCARD);
    draw(); // rasterizer discard
    glEnable(GL_BLEND), glBlendFunc(GL_ZERO, GL_ONE), glUniform4f(shade, 1, 1, 1, 1);
    draw(); // equal
    glEnable(GL_SCISSOR_TEST), glScissor(0, 0, 2, 2);
    glClear(GL_COLOR_BUFFER_BIT); // scissor
    reset();
    glUniform4f(shade, 0, 0, 1, 1);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2); // changes it
    want(glGetError() == GL_NO_ERROR, "no error");
    swap();
    return 0;
}
