// A program that passes data in each frame: to a texture, to a buffer, and in client arrays.
#include "screen.h"

#include <GLES3/gl3.h>

static GLuint shader(GLenum kind, const char *text) {
    GLuint made = glCreateShader(kind);
    glShaderSource(made, 1, &text, NULL);
    glCompileShader(made);
    return made;
}

static void make_program(void) {
    GLuint program = glCreateProgram();
    glAttachShader(program,
                   shader(GL_VERTEX_SHADER, "attribute vec4 place; void main() { gl_Position = place; }"));
    glAttachShader(program, shader(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1.0); }"));
    glBindAttribLocation(program, 0, "place");
    glLinkProgram(program);
    glUseProgram(program);
    glEnableVertexAttribArray(0);
}

int main(void) {
    GLuint texture, buffer;
    open_screen(8, 8, 30, 0);
    make_program();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_UNIFORM_BUFFER, buffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof(GLuint), NULL, GL_DYNAMIC_DRAW);
    fprintf(stderr, "drawing\n");
    for (GLuint frame = 0;; frame++) {
        const float places[] = {0, 0, 1, 0, 0, (float)(frame % 1000)};
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &frame);
        glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof frame, &frame);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, places);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        want(glGetError() == 0, "no error");
        swap();
        usleep(1000);
    }
}
