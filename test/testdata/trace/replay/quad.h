// A triangle that covers the surface and shows a texture, and a check of the pixel in its middle.
#ifndef QUAD_H
#define QUAD_H

#include "screen.h"

#define GL_GLEXT_PROTOTYPES
#include <GLES3/gl32.h>

#include <GLES2/gl2ext.h>

#include <string.h>

enum { SIDE = 16 };

static inline void attach(GLuint program, GLenum kind, const char *text) {
    GLuint shader = glCreateShader(kind);
    GLint compiled = 0;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    want(compiled, "a shader");
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

// Uses a program with a fragment shader that samples texture unit 0 at the varying "at".
static inline void use_program(const char *fragment) {
    GLuint program = glCreateProgram();
    GLint linked = 0;
    attach(program, GL_VERTEX_SHADER,
           "#version 300 es\n"
           "out vec2 at;\n"
           "void main() {\n"
           "    at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;\n"
           "    gl_Position = vec4(at * 2.0 - 1.0, 0, 1);\n"
           "}\n");
    attach(program, GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    want(linked, "a program");
    glUseProgram(program);
}

// Creates a texture of one color.
static inline GLuint make_texture(GLubyte red, GLubyte green, GLubyte blue) {
    GLubyte pixels[SIDE * SIDE][4];
    GLuint texture = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        pixels[i][0] = red, pixels[i][1] = green, pixels[i][2] = blue, pixels[i][3] = 255;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    return texture;
}

static inline void want_pixel(GLubyte red, GLubyte green, GLubyte blue, const char *what) {
    const GLubyte right[] = {red, green, blue, 255};
    GLubyte got[4] = {0};
    glReadPixels(SIDE / 2, SIDE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
    want(memcmp(got, right, sizeof got) == 0, what);
}

static inline void want_draw(GLubyte red, GLubyte green, GLubyte blue, const char *what) {
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    want_pixel(red, green, blue, what);
    want(glGetError() == GL_NO_ERROR, "no error");
}

#endif
