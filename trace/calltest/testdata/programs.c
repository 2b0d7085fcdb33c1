// Programs.
#include "ring.h"

static int links = 1;

static GLboolean is_program(GLuint name) {
    return name == 3;
}
static void program_value(GLuint program, GLenum pname, GLint *value) {
    CHECK(program == 3);
    switch (pname) {
    case 0x8B82:
        *value = links;
        return; // GL_LINK_STATUS
    case 0x8B89:
        *value = 1;
        return; // GL_ACTIVE_ATTRIBUTES
    case 0x8B86:
        *value = 2;
        return; // GL_ACTIVE_UNIFORMS
    case 0x8A36:
        *value = 1;
        return; // GL_ACTIVE_UNIFORM_BLOCKS
    }
}
static void attribute(GLuint program, GLuint i, GLsizei room, GLsizei *length, GLint *size, GLenum *type,
                      GLchar *name) {
    CHECK(program == 3 && i == 0);
    *length = snprintf(name, (size_t)room, "position");
    *size = 1, *type = 0x8B51;
}
static void uniform(GLuint program, GLuint i, GLsizei room, GLsizei *length, GLint *size, GLenum *type,
                    GLchar *name) {
    CHECK(program == 3 && i < 2);
    *length = snprintf(name, (size_t)room, i ? "lights[0]" : "matrix");
    *size = i ? 4 : 1, *type = i ? 0x8B51 : 0x8B5C; // GL_FLOAT_VEC3, GL_FLOAT_MAT4
}
static GLint location(GLuint program, const GLchar *name) {
    return program != 3 ? -1 : strcmp(name, "matrix") == 0 ? 0 : strcmp(name, "lights[0]") == 0 ? 5 : -1;
}

static void with_program(void) {
    start(3, 1);
    links = 1;
    fake_driver.glIsProgram = is_program;
    fake_driver.glGetProgramiv = program_value;
    fake_driver.glGetActiveAttrib = attribute;
    fake_driver.glGetActiveUniform = uniform;
    fake_driver.glGetUniformLocation = location;
}

static void check_interface(const char *link) {
    look();
    int at = (int)(called(link, 0) - calls);
    CHECK(calls[at].flags == 0);
    CHECK(n_calls == at + 1 + 4 + 2 + 4 + 3);
    for (int i = at + 1; i < n_calls; i++) CHECK(calls[i].flags & FLAG_SYNTHETIC);
    CHECK_BYTES(called("glGetActiveAttrib", 0), 6, "position", 8);
    CHECK_BYTES(called("glGetActiveUniform", 1), 6, "lights[0]", 9);
    CHECK_BYTES(called("glGetUniformLocation", 1), 1, "lights[0]", 9);
    CHECK(called("glGetUniformLocation", 1)->cells[3] == 5);
    CHECK(count("glGetActiveUniformBlockiv") == 2);
}

static void linked(void) {
    with_program();
    record_glLinkProgram(3);
    check_interface("glLinkProgram");
    record_glUseProgram(3);
    CHECK(called("glUseProgram", 0)->flags == 0);
}

static void binary(void) {
    with_program();
    record_glProgramBinary(3, 1, "abcd", 4);
    CHECK_BYTES(called("glProgramBinary", 0), 2, "abcd", 4);
    check_interface("glProgramBinary");
}

static GLuint create(GLenum type, GLsizei count, const GLchar *const *texts) {
    (void)type, (void)count, (void)texts;
    return 3;
}

static void separable(void) {
    const char *texts[] = {"a", "bc"};
    with_program();
    fake_driver.glCreateShaderProgramv = create;
    record_glCreateShaderProgramv(0x8B31, 2, texts);
    CHECK_BYTES(called("glCreateShaderProgramv", 0), 2, "a\0bc", 5);
    check_interface("glCreateShaderProgramv");
}

static void not_linked(void) {
    with_program();
    links = 0;
    record_glLinkProgram(3);
    record_glLinkProgram(4);
    CHECK(count("glGetProgramiv") == 1 && count("glGetActiveUniform") == 0);
}

static void uniform_values(void) {
    float f[16] = {0};
    GLint i[4];
    with_program();
    record_glGetUniformfv(3, 0, f);
    record_glGetUniformfv(3, 7, f);
    record_glGetUniformfv(3, 9, f);
    record_glGetnUniformfv(3, 0, 8, f);
    record_glGetUniformiv(3, 5, i);
    CHECK(called("glGetUniformfv", 0)->data[2].size == 64);
    CHECK(called("glGetUniformfv", 1)->data[2].size == 12);
    CHECK_WHY(called("glGetUniformfv", 2), 2, CAPTURE_UNKNOWN);
    CHECK(called("glGetnUniformfv", 0)->data[3].size == 8);
    CHECK(called("glGetUniformiv", 0)->data[2].size == 12);
    CHECK(fake_calls("glGetActiveUniform") == 2); // asked once
}

const struct test programs[] = {
    {"linked", linked},
    {"binary", binary},
    {"separable", separable},
    {"not linked", not_linked},
    {"values of uniforms", uniform_values},
    {NULL, NULL},
};
