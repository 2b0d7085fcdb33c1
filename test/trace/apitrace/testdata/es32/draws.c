#include "es32.h"

#include <stddef.h>

// Four corners of the whole target, each with a color and a number.
struct corner {
    GLfloat at[2];
    GLubyte tint[4];
    GLshort number[4];
};
static const struct corner corners[6] = {{{9, 9}, {0}, {0}},
                                         {{-1, -1}, {255, 0, 0, 255}, {1, 2, 3, 4}},
                                         {{1, -1}, {0, 255, 0, 255}, {5}},
                                         {{-1, 1}, {0, 0, 255, 255}, {6}},
                                         {{1, 1}, {255, 255, 255, 255}, {7}},
                                         {{8, 8}, {1}, {1}}};
static const GLubyte bytes[] = {1, 2, 3, 2, 3, 4};
static const GLushort shorts[] = {99, 0, 1, 2};
static const GLuint words[] = {1, 2, 3, 2, 3, 4, 0xffffffff, 1};

void set_attributes(void) {
    const GLfloat f[4] = {0.5f, 1.5f, -2.5f, 3.5f};
    const GLint i[4] = {-1, 2, -3, 4};
    const GLuint u[4] = {1, 2, 3, 4000000000u};
    GLint gi[4];
    GLuint gu[4];
    GLfloat gf[4];
    void *pointer;
    glVertexAttrib1f(3, 0.25f);
    glVertexAttrib2f(3, 0.25f, 0.5f);
    glVertexAttrib3f(3, 0.25f, 0.5f, 0.75f);
    glVertexAttrib4f(3, 0.25f, 0.5f, 0.75f, 1.0f);
    glVertexAttrib1fv(4, f);
    glVertexAttrib2fv(4, f);
    glVertexAttrib3fv(4, f);
    glVertexAttrib4fv(4, f);
    glVertexAttribI4i(5, -1, 2, -3, 4);
    glVertexAttribI4iv(5, i);
    glVertexAttribI4ui(6, 1, 2, 3, 4);
    glVertexAttribI4uiv(6, u);
    glGetVertexAttribfv(4, GL_CURRENT_VERTEX_ATTRIB, gf);
    glGetVertexAttribiv(4, GL_VERTEX_ATTRIB_ARRAY_SIZE, gi);
    glGetVertexAttribIiv(5, GL_CURRENT_VERTEX_ATTRIB, gi);
    glGetVertexAttribIuiv(6, GL_CURRENT_VERTEX_ATTRIB, gu);
    glGetVertexAttribPointerv(0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
    want_no_error("attributes");
}

enum { UNREAD = 7 };

static void point_at(const struct corner *base) {
    const char *at = (const char *)base;
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof *base, at + offsetof(struct corner, at));
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof *base, at + offsetof(struct corner, tint));
    glVertexAttribIPointer(2, 4, GL_SHORT, sizeof *base, at + offsetof(struct corner, number));
    for (GLuint i = 0; i < 3; i++) glEnableVertexAttribArray(i);
}

// Client arrays. One of them is not read by any shader.
static void client(void) {
    glVertexAttribPointer(UNREAD, 2, GL_FLOAT, GL_FALSE, sizeof *corners, corners->at);
    glEnableVertexAttribArray(UNREAD);
    point_at(corners);
    glDrawArrays(GL_TRIANGLE_STRIP, 1, 4);
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, bytes);
    point_at(corners + 1);
    glDrawElements(GL_TRIANGLE_STRIP, 3, GL_UNSIGNED_SHORT, shorts + 1);
    point_at(corners);
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_INT, words);
    glDrawRangeElements(GL_TRIANGLES, 1, 4, 6, GL_UNSIGNED_BYTE, bytes);
    glVertexAttribDivisor(1, 2);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 1, 4, 3);
    glDrawElementsInstanced(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, bytes, 2);
    glVertexAttribDivisor(1, 0);
    point_at(corners + 1);
    glDrawElementsBaseVertex(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, bytes, -1);
    glDrawElementsInstancedBaseVertex(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, bytes, 2, -1);
    glDrawRangeElementsBaseVertex(GL_TRIANGLES, 1, 3, 3, GL_UNSIGNED_BYTE, bytes, -1);
    for (GLuint i = 0; i < 3; i++) glDisableVertexAttribArray(i);
    glDisableVertexAttribArray(UNREAD);
}

// Arrays, indices and arguments in buffers, with the functions of OpenGL ES 3.1.
static void buffered(void) {
    const GLuint arrays[4] = {4, 1, 1, 0}, elements[5] = {6, 1, 0, 0, 0};
    GLuint array, names[3];
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(3, names);
    glBindBuffer(GL_ARRAY_BUFFER, names[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glBindVertexBuffer(3, names[0], 0, sizeof *corners);
    glVertexAttribFormat(0, 2, GL_FLOAT, GL_FALSE, offsetof(struct corner, at));
    glVertexAttribFormat(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(struct corner, tint));
    glVertexAttribIFormat(2, 4, GL_SHORT, offsetof(struct corner, number));
    for (GLuint i = 0; i < 3; i++) glVertexAttribBinding(i, 3);
    for (GLuint i = 0; i < 3; i++) glEnableVertexAttribArray(i);
    glVertexBindingDivisor(3, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, names[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof words, words, GL_STATIC_DRAW);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, (const void *)(3 * sizeof *words));
    glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    glDrawElements(GL_TRIANGLE_STRIP, 8, GL_UNSIGNED_INT, NULL);
    glDisable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, names[2]);
    glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arrays, arrays, GL_STATIC_DRAW);
    glDrawArraysIndirect(GL_TRIANGLE_STRIP, NULL);
    glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof elements, elements, GL_STATIC_DRAW);
    glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, NULL);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glIsVertexArray(array);
    glBindVertexArray(0);
    glDeleteVertexArrays(1, &array);
    glDeleteBuffers(3, names);
}

void draw(void) {
    glUseProgram(painter);
    glUniform4f(glGetUniformLocation(painter, "colour"), 1.0f, 128.0f / 255.0f, 0.25f, 1.0f);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    client();
    buffered();
    glFlush();
    glUseProgram(0);
    want_no_error("draw");
}
