// Programs.
#include "ring.h"
#include "zz_generated_live.h"

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

// Checks that the interface was queried after the call, and not before.
static void check_interface(const char *use, int number) {
    struct recorded *call = called(use, number);
    CHECK(call != NULL);
    int at = (int)(call - calls);
    CHECK(calls[at].flags == 0);
    CHECK(n_calls == at + 1 + 4 + 2 + 4 + 3);
    for (int i = 0; i < n_calls; i++) CHECK((calls[i].flags & FLAG_SYNTHETIC) == (i > at));
    CHECK_BYTES(called("glGetActiveAttrib", 0), 6, "position", 8);
    CHECK_BYTES(called("glGetActiveUniform", 1), 6, "lights[0]", 9);
    CHECK_BYTES(called("glGetUniformLocation", 1), 1, "lights[0]", 9);
    CHECK(called("glGetUniformLocation", 1)->cells[3] == 5);
    CHECK(count("glGetActiveUniformBlockiv") == 2);
}

static void linked(void) {
    with_program();
    record_glLinkProgram(3);
    CHECK(questions() == 0); // the driver may still be compiling
    record_glUseProgram(3);
    check_interface("glUseProgram", 0);
    record_glUseProgram(3);
    CHECK(called("glUseProgram", 1)->flags == 0 && count("glGetActiveAttrib") == 1);
}

// A call that does not wait for the link does not make the recorder wait.
static void not_used_yet(void) {
    GLint value = 0;
    with_program();
    record_glLinkProgram(3);
    record_glGetProgramiv(3, 0x91B1, &value); // GL_COMPLETION_STATUS_KHR
    record_glUseProgram(4);
    record_glAttachShader(3, 1);
    CHECK(count("glGetActiveAttrib") == 0 && fake_calls("glIsProgram") == 0);
    record_glGetProgramiv(3, 0x8B82, &value);
    check_interface("glGetProgramiv", 1);
}

static void used(void) {
    GLfloat value[1] = {0};
    with_program();
    record_glLinkProgram(3);
    record_glGetAttribLocation(3, "position");
    check_interface("glGetAttribLocation", 0);
    with_program();
    record_glLinkProgram(3);
    record_glProgramUniform1fv(3, 0, 1, value);
    check_interface("glProgramUniform1fv", 0);
    with_program();
    record_glLinkProgram(3);
    record_glUseProgramStages(1, 1, 3);
    check_interface("glUseProgramStages", 0);
}

// The program draws immediately.
static void linked_anew(void) {
    with_program();
    record_glUseProgram(3);
    record_glLinkProgram(3);
    check_interface("glLinkProgram", 0);
}

static void deleted(void) {
    with_program();
    record_glLinkProgram(3);
    record_glDeleteProgram(3);
    record_glUseProgram(3);
    CHECK(count("glGetActiveAttrib") == 0);
}

// What the captured state already has is not recorded again.
static void told_before(void) {
    with_program();
    record_glLinkProgram(3);
    trace_describe_program(trace_self, 3);
    record_glUseProgram(3);
    CHECK(count("glGetActiveAttrib") == 1);
}

// Two programs with widely spaced names are not both cached.
static void in_one_place(void) {
    with_program();
    record_glLinkProgram(3);
    record_glLinkProgram(3 + TRACE_PROGRAMS);
    check_interface("glLinkProgram", 1);
}

static void binary(void) {
    with_program();
    record_glProgramBinary(3, 1, "abcd", 4);
    CHECK_BYTES(called("glProgramBinary", 0), 2, "abcd", 4);
    record_glUseProgram(3);
    check_interface("glUseProgram", 0);
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
    record_glActiveShaderProgram(1, 3);
    check_interface("glActiveShaderProgram", 0);
}

static void not_linked(void) {
    with_program();
    links = 0;
    record_glLinkProgram(3);
    record_glUseProgram(3);
    record_glLinkProgram(4);
    record_glUseProgram(4);
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
    CHECK(fake_calls("glGetActiveUniform") == 2); // queried once
    record_glLinkProgram(3);
    record_glGetUniformfv(3, 0, f);
    CHECK(fake_calls("glGetActiveUniform") ==
          2 + 2 + 2); // the new program is queried again, with its interface
}

static GLboolean is_any(GLuint name) {
    return name != 0;
}
static void any_value(GLuint program, GLenum pname, GLint *value) {
    (void)program, *value = pname == 0x8B82;
}

// Programs are created and deleted: those queried first are removed from the cache.
static void many_uniforms(void) {
    float f[1] = {0};
    int n = 0;
    struct trace_thread *t = start(3, 1);
    fake_driver.glIsProgram = is_any;
    fake_driver.glGetProgramiv = any_value;
    for (GLuint name = 1; name <= 100; name++) record_glGetUniformfv(name, 0, f);
    for (struct trace_uniforms *const *u = &t->context->uniforms; *u != NULL; u = (void *)*u) n++;
    CHECK(n == 64);
}

enum { SOURCE = 100000 };

static GLboolean is_fifth(GLuint shader) {
    return shader == 5;
}
static void long_source(GLuint shader, GLenum pname, GLint *value) {
    *value = shader == 5 && pname == 0x8B88 ? SOURCE : 0; // GL_SHADER_SOURCE_LENGTH
}
static void give_source(GLuint shader, GLsizei room, GLsizei *length, GLchar *source) {
    (void)shader, (void)length;
    memset(source, 'x', (size_t)room - 1);
    source[room - 1] = 0;
}

static struct recorded *source_begun_late(uint64_t room) {
    struct trace_thread *t = start(2, 0);
    struct live_context c = {.major = 2, .state = t->context};
    trace_set_budget(TRACE_BUDGET_BANDS, room);
    fake_driver.glIsShader = is_fifth;
    fake_driver.glGetShaderiv = long_source;
    fake_driver.glGetShaderSource = give_source;
    live_snapshot(t, &c, FLAG_ATTACH);
    void *all = trace_reserve(TRACE_BUDGET_BANDS, room); // reserved memory was released
    CHECK(all != NULL);
    trace_release(TRACE_BUDGET_BANDS, all, room);
    return called("glGetShaderSource", 0);
}

// The source of a shader is read if the recorder has enough memory; otherwise that is reported.
static void sources_begun_late(void) {
    struct recorded *r = source_begun_late(SOURCE);
    CHECK(r != NULL && r->cells[0] == 5 && r->data[3].why == CAPTURE_DATA && r->data[3].size == SOURCE - 1);
    r = source_begun_late(SOURCE - 1);
    CHECK_WHY(r, 3, CAPTURE_NO_ROOM);
    CHECK(r->cells[0] == 5 && r->cells[1] == SOURCE && (r->flags & FLAG_SYNTHETIC));
}

const struct test programs[] = {
    {"linked", linked},
    {"not used yet", not_used_yet},
    {"used", used},
    {"linked anew", linked_anew},
    {"deleted", deleted},
    {"told before", told_before},
    {"in one place", in_one_place},
    {"binary", binary},
    {"separable", separable},
    {"not linked", not_linked},
    {"values of uniforms", uniform_values},
    {"uniforms of many", many_uniforms},
    {"sources begun late", sources_begun_late},
    {NULL, NULL},
};
