#include "es32.h"

// Uniforms of every type, set in the current program and in another one.

static const char vertex[] = "#version 320 es\n"
                             "void main() { gl_Position = vec4(0.0); }\n";

static const char fragment[] =
    "#version 320 es\n"
    "precision highp float;\nprecision highp int;\n"
    "uniform float f1[2];\n"
    "uniform vec2 f2[2];\n"
    "uniform vec3 f3[2];\n"
    "uniform vec4 f4[2];\n"
    "uniform int i1[2];\n"
    "uniform ivec2 i2[2];\n"
    "uniform ivec3 i3[2];\n"
    "uniform ivec4 i4[2];\n"
    "uniform uint u1[2];\n"
    "uniform uvec2 u2[2];\n"
    "uniform uvec3 u3[2];\n"
    "uniform uvec4 u4[2];\n"
    "uniform mat2 m2[2];\n"
    "uniform mat3 m3[2];\n"
    "uniform mat4 m4[2];\n"
    "uniform mat2x3 m2x3[2];\n"
    "uniform mat3x2 m3x2[2];\n"
    "uniform mat2x4 m2x4[2];\n"
    "uniform mat4x2 m4x2[2];\n"
    "uniform mat3x4 m3x4[2];\n"
    "uniform mat4x3 m4x3[2];\n"
    "layout(std140) uniform Block { vec4 tone; int count; } block;\n"
    "out vec4 pixel;\n"
    "void main() {\n"
    "    float s = f1[0] + f2[1].x + f3[1].y + f4[1].z + float(i1[1] + i2[1].x + i3[1].y + i4[1].z);\n"
    "    s += float(u1[1] + u2[1].x + u3[1].y + u4[1].z) + m2[1][1].x + m3[1][2].y + m4[1][3].z;\n"
    "    s += m2x3[1][1].z + m3x2[1][2].y + m2x4[1][1].w + m4x2[1][3].y + m3x4[1][2].w + m4x3[1][3].z;\n"
    "    pixel = vec4(s) + block.tone * float(block.count);\n"
    "}\n";

static GLfloat floats[32];
static GLint ints[8] = {-1, 2, -3, 4, 2147483647, -2147483647, 7, 8};
static GLuint uints[8] = {1, 2, 3, 4000000000u, 5, 6, 7, 8};

static void set_current(GLuint program) {
    glUniform1f(glGetUniformLocation(program, "f1[1]"), 0.1f);
    glUniform1fv(glGetUniformLocation(program, "f1"), 2, floats);
    glUniform2f(glGetUniformLocation(program, "f2[1]"), 0.1f, -2.5f);
    glUniform2fv(glGetUniformLocation(program, "f2"), 2, floats);
    glUniform3f(glGetUniformLocation(program, "f3[1]"), 0.1f, -2.5f, 1e-9f);
    glUniform3fv(glGetUniformLocation(program, "f3"), 2, floats);
    glUniform4f(glGetUniformLocation(program, "f4[1]"), 0.1f, -2.5f, 1e-9f, 3e8f);
    glUniform4fv(glGetUniformLocation(program, "f4"), 2, floats);
    glUniform1i(glGetUniformLocation(program, "i1[1]"), -1);
    glUniform1iv(glGetUniformLocation(program, "i1"), 2, ints);
    glUniform2i(glGetUniformLocation(program, "i2[1]"), -1, 2);
    glUniform2iv(glGetUniformLocation(program, "i2"), 2, ints);
    glUniform3i(glGetUniformLocation(program, "i3[1]"), -1, 2, -3);
    glUniform3iv(glGetUniformLocation(program, "i3"), 2, ints);
    glUniform4i(glGetUniformLocation(program, "i4[1]"), -1, 2, -3, 2147483647);
    glUniform4iv(glGetUniformLocation(program, "i4"), 2, ints);
    glUniform1ui(glGetUniformLocation(program, "u1[1]"), 1u);
    glUniform1uiv(glGetUniformLocation(program, "u1"), 2, uints);
    glUniform2ui(glGetUniformLocation(program, "u2[1]"), 1u, 2u);
    glUniform2uiv(glGetUniformLocation(program, "u2"), 2, uints);
    glUniform3ui(glGetUniformLocation(program, "u3[1]"), 1u, 2u, 3u);
    glUniform3uiv(glGetUniformLocation(program, "u3"), 2, uints);
    glUniform4ui(glGetUniformLocation(program, "u4[1]"), 1u, 2u, 3u, 4000000000u);
    glUniform4uiv(glGetUniformLocation(program, "u4"), 2, uints);
    glUniformMatrix2fv(glGetUniformLocation(program, "m2"), 2, GL_FALSE, floats);
    glUniformMatrix3fv(glGetUniformLocation(program, "m3"), 2, GL_FALSE, floats);
    glUniformMatrix4fv(glGetUniformLocation(program, "m4"), 2, GL_FALSE, floats);
    glUniformMatrix2x3fv(glGetUniformLocation(program, "m2x3"), 2, GL_TRUE, floats);
    glUniformMatrix3x2fv(glGetUniformLocation(program, "m3x2"), 2, GL_FALSE, floats);
    glUniformMatrix2x4fv(glGetUniformLocation(program, "m2x4"), 2, GL_FALSE, floats);
    glUniformMatrix4x2fv(glGetUniformLocation(program, "m4x2"), 2, GL_FALSE, floats);
    glUniformMatrix3x4fv(glGetUniformLocation(program, "m3x4"), 2, GL_FALSE, floats);
    glUniformMatrix4x3fv(glGetUniformLocation(program, "m4x3"), 2, GL_FALSE, floats);
}

static void set_other(GLuint program) {
    glProgramUniform1f(program, glGetUniformLocation(program, "f1[1]"), 0.1f);
    glProgramUniform1fv(program, glGetUniformLocation(program, "f1"), 2, floats);
    glProgramUniform2f(program, glGetUniformLocation(program, "f2[1]"), 0.1f, -2.5f);
    glProgramUniform2fv(program, glGetUniformLocation(program, "f2"), 2, floats);
    glProgramUniform3f(program, glGetUniformLocation(program, "f3[1]"), 0.1f, -2.5f, 1e-9f);
    glProgramUniform3fv(program, glGetUniformLocation(program, "f3"), 2, floats);
    glProgramUniform4f(program, glGetUniformLocation(program, "f4[1]"), 0.1f, -2.5f, 1e-9f, 3e8f);
    glProgramUniform4fv(program, glGetUniformLocation(program, "f4"), 2, floats);
    glProgramUniform1i(program, glGetUniformLocation(program, "i1[1]"), -1);
    glProgramUniform1iv(program, glGetUniformLocation(program, "i1"), 2, ints);
    glProgramUniform2i(program, glGetUniformLocation(program, "i2[1]"), -1, 2);
    glProgramUniform2iv(program, glGetUniformLocation(program, "i2"), 2, ints);
    glProgramUniform3i(program, glGetUniformLocation(program, "i3[1]"), -1, 2, -3);
    glProgramUniform3iv(program, glGetUniformLocation(program, "i3"), 2, ints);
    glProgramUniform4i(program, glGetUniformLocation(program, "i4[1]"), -1, 2, -3, 2147483647);
    glProgramUniform4iv(program, glGetUniformLocation(program, "i4"), 2, ints);
    glProgramUniform1ui(program, glGetUniformLocation(program, "u1[1]"), 1u);
    glProgramUniform1uiv(program, glGetUniformLocation(program, "u1"), 2, uints);
    glProgramUniform2ui(program, glGetUniformLocation(program, "u2[1]"), 1u, 2u);
    glProgramUniform2uiv(program, glGetUniformLocation(program, "u2"), 2, uints);
    glProgramUniform3ui(program, glGetUniformLocation(program, "u3[1]"), 1u, 2u, 3u);
    glProgramUniform3uiv(program, glGetUniformLocation(program, "u3"), 2, uints);
    glProgramUniform4ui(program, glGetUniformLocation(program, "u4[1]"), 1u, 2u, 3u, 4000000000u);
    glProgramUniform4uiv(program, glGetUniformLocation(program, "u4"), 2, uints);
    glProgramUniformMatrix2fv(program, glGetUniformLocation(program, "m2"), 2, GL_FALSE, floats);
    glProgramUniformMatrix3fv(program, glGetUniformLocation(program, "m3"), 2, GL_FALSE, floats);
    glProgramUniformMatrix4fv(program, glGetUniformLocation(program, "m4"), 2, GL_FALSE, floats);
    glProgramUniformMatrix2x3fv(program, glGetUniformLocation(program, "m2x3"), 2, GL_TRUE, floats);
    glProgramUniformMatrix3x2fv(program, glGetUniformLocation(program, "m3x2"), 2, GL_FALSE, floats);
    glProgramUniformMatrix2x4fv(program, glGetUniformLocation(program, "m2x4"), 2, GL_FALSE, floats);
    glProgramUniformMatrix4x2fv(program, glGetUniformLocation(program, "m4x2"), 2, GL_FALSE, floats);
    glProgramUniformMatrix3x4fv(program, glGetUniformLocation(program, "m3x4"), 2, GL_FALSE, floats);
    glProgramUniformMatrix4x3fv(program, glGetUniformLocation(program, "m4x3"), 2, GL_FALSE, floats);
}

static void read_back(GLuint program) {
    GLfloat f[16];
    GLint i[4];
    GLuint u[4];
    glGetUniformfv(program, glGetUniformLocation(program, "m3x4[1]"), f);
    glGetUniformiv(program, glGetUniformLocation(program, "i3[1]"), i);
    glGetUniformuiv(program, glGetUniformLocation(program, "u4[0]"), u);
    glGetnUniformfv(program, glGetUniformLocation(program, "f2[0]"), sizeof f, f);
    glGetnUniformiv(program, glGetUniformLocation(program, "i4[0]"), sizeof i, i);
    glGetnUniformuiv(program, glGetUniformLocation(program, "u2[0]"), sizeof u, u);
}

void set_uniforms(void) {
    GLuint program = link_program(vertex, fragment);
    for (int i = 0; i < 32; i++) floats[i] = (GLfloat)i / 3.0f - 1.0f;
    glUseProgram(program);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Block"), 3);
    set_current(program);
    set_other(program);
    read_back(program);
    glUseProgram(0);
    glDeleteProgram(program);
    want_no_error("uniforms");
}
