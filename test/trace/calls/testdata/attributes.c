// The client arrays that a draw reads: those of the current program, as far as the driver accepts them.
#include "ring.h"

enum { FLOATS = 0x1406, TRIANGLES = 4, ARRAYS = 8 };

static float numbers[16];

static const struct attribute {
    const char *name;
    uint32_t type;
    int32_t location;
} known[] = {{"position", 0x8B52, 0}, {"turn", 0x8B5B, 2}, {"gl_InstanceID", 0x1404, -1}}; // vec4, mat3, int
static GLint attributes_of_3 = 3;

static GLboolean is_program(GLuint name) {
    return name == 3 || name == 4;
}
static void program_value(GLuint program, GLenum pname, GLint *value) {
    if (pname == 0x8B82) *value = 1;
    if (pname == 0x8B89) *value = program == 3 ? attributes_of_3 : 0;
}
static void attribute(GLuint program, GLuint i, GLsizei room, GLsizei *length, GLint *size, GLenum *type,
                      GLchar *name) {
    CHECK(program == 3 && i < 3);
    *length = snprintf(name, (size_t)room, "%s", known[i].name);
    *size = 1, *type = known[i].type;
}
static GLint location(GLuint program, const GLchar *name) {
    CHECK(program == 3);
    for (int i = 0; i < 3; i++)
        if (strcmp(known[i].name, name) == 0) return known[i].location;
    return -1;
}

static void enable_all(void) {
    for (GLuint i = 0; i < ARRAYS; i++) {
        record_glVertexAttribPointer(i, 1, FLOATS, 0, 0, numbers);
        record_glEnableVertexAttribArray(i);
    }
}

// Program 3 reads 0, 2, 3 and 4; program 4 none. All arrays are enabled.
static struct trace_thread *with_programs(int major) {
    struct trace_thread *t = start(major, 0);
    attributes_of_3 = 3;
    fake_driver.glIsProgram = is_program;
    fake_driver.glGetProgramiv = program_value;
    fake_driver.glGetActiveAttrib = attribute;
    fake_driver.glGetAttribLocation = location;
    enable_all();
    record_glLinkProgram(3);
    record_glLinkProgram(4);
    return t;
}

// The attributes whose arrays the next draw reads, a bit each.
static uint32_t drawn(void) {
    int before = count("VertexData");
    uint32_t read = 0;
    record_glDrawArrays(TRIANGLES, 0, 3);
    for (int i = before; i < count("VertexData"); i++) read |= 1u << called("VertexData", i)->cells[0];
    return read;
}

enum { ALL = 0xFF, OF_3 = 0x1D };

static void of_the_program(void) {
    uint16_t indices[] = {1, 2, 3};
    with_programs(2);
    CHECK(drawn() == ALL);
    record_glUseProgram(3);
    CHECK(drawn() == OF_3);
    record_glUseProgram(4);
    CHECK(drawn() == 0);
    record_glDrawElements(TRIANGLES, 3, 0x1403, indices);
    CHECK_BYTES(called("glDrawElements", 0), 3, indices, 6);
    record_glUseProgram(3);
    CHECK(drawn() == OF_3);
    record_glUseProgram(0);
    CHECK(drawn() == ALL);
    CHECK(fake_calls("glGetActiveAttrib") == 3);
}

// Arrays of unknown use are read.
static void not_known(void) {
    with_programs(2);
    record_glUseProgram(9); // not a program
    CHECK(drawn() == ALL);
    record_glUseProgram(3);
    record_glLinkProgram(3 + TRACE_PROGRAMS); // instead
    CHECK(drawn() == ALL);
    with_programs(2);
    record_glUseProgram(3);
    record_glDeleteProgram(3); // it exists while it is current, but its name may be reused
    CHECK(drawn() == ALL);
}

static void linked_anew(void) {
    with_programs(2);
    record_glUseProgram(3);
    attributes_of_3 = 1;
    record_glLinkProgram(3);
    CHECK(drawn() == 1);
    attributes_of_3 = 3;
    record_glProgramBinary(3, 1, "abcd", 4);
    CHECK(drawn() == OF_3);
}

// A context of the share group knows what another one has linked.
static void shared(void) {
    struct trace_thread *t = with_programs(2);
    struct trace_context *first = t->context, *other = trace_context_new(first->share);
    trace_context_version(other, 2, 0);
    record_glUseProgram(3);
    t->context = other;
    enable_all();
    CHECK(drawn() == ALL);
    record_glUseProgram(3);
    CHECK(drawn() == OF_3);
    attributes_of_3 = 1;
    record_glLinkProgram(3);
    CHECK(drawn() == 1);
    t->context = first;
    CHECK(drawn() == ALL); // the old executable stays in use until the next glUseProgram
    record_glUseProgram(3);
    CHECK(drawn() == 1);
    trace_invalidate_shared(first->share); // it may have been linked without the recorder
    CHECK(drawn() == ALL);
    trace_context_free(other);
}

// The driver rejects another program then: the current one is unknown.
static void while_feedback_goes_on(void) {
    with_programs(3);
    record_glUseProgram(3);
    record_glBeginTransformFeedback(TRIANGLES);
    CHECK(drawn() == OF_3);
    record_glUseProgram(4);
    CHECK(drawn() == ALL);
    record_glEndTransformFeedback();
    record_glUseProgram(4);
    CHECK(drawn() == 0);
    record_glResumeTransformFeedback(); // that of another context
    record_glUseProgram(3);
    CHECK(drawn() == ALL);
}

static void in_use_before(GLenum pname, GLint *value) {
    if (pname == 0x8B8D) *value = 3; // GL_CURRENT_PROGRAM
    if (pname == 0x8869) *value = ARRAYS;
}

// A recording that starts later knows the current program, and what it reads.
static void begun_late(void) {
    struct trace_thread *t = with_programs(2);
    struct live_context c = {.major = 2, .state = t->context};
    fake_driver.glGetIntegerv = in_use_before;
    trace_context_reset(t->context, 2);
    live_snapshot(t, &c, FLAG_ATTACH);
    read_calls();
    enable_all();
    CHECK(drawn() == OF_3);
}

static void few(GLenum pname, GLint *value) {
    if (pname == 0x8869) *value = 8;    // GL_MAX_VERTEX_ATTRIBS
    if (pname == 0x82DA) *value = 16;   // GL_MAX_VERTEX_ATTRIB_BINDINGS
    if (pname == 0x82E5) *value = 2048; // GL_MAX_VERTEX_ATTRIB_STRIDE
    if (pname == 0x82D9) *value = 2047; // GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET
}

// Calls that the driver rejects change nothing.
static void refused(void) {
    struct trace_thread *t = start(3, 1);
    fake_driver.glGetIntegerv = few;
    trace_context_version(t->context, 3, 1);
    struct trace_vertex_array *a = t->context->array;
    record_glVertexAttribPointer(8, 1, FLOATS, 0, 0, numbers);
    record_glEnableVertexAttribArray(8);
    record_glEnableVertexAttribArray(1);
    record_glVertexAttribPointer(1, 0, FLOATS, 0, 0, numbers);
    record_glVertexAttribPointer(1, 5, FLOATS, 0, 0, numbers);
    record_glVertexAttribPointer(1, 3, 0x8D9F, 1, 0, numbers); // GL_INT_2_10_10_10_REV has four
    record_glVertexAttribPointer(1, 3, 0x8363, 1, 0, numbers); // GL_UNSIGNED_SHORT_5_6_5
    record_glVertexAttribPointer(1, 3, FLOATS, 0, -1, numbers);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, INT32_MAX, numbers);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 2049, numbers);
    record_glVertexAttribIPointer(1, 3, FLOATS, 0, numbers);
    CHECK(a->client == 0);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, numbers);
    CHECK(a->client == 2);
    record_glVertexAttribBinding(1, 16);
    record_glBindVertexBuffer(1, 5, 0, INT32_MAX);
    record_glVertexAttribFormat(1, 2, FLOATS, 0, UINT32_MAX);
    record_glVertexAttribFormat(1, 2, FLOATS, 0, 2048);
    CHECK(a->client == 2 && a->of->attribs[1].relative == 0);
    record_glVertexAttribBinding(1, 15);
    CHECK(a->client == 0);
    t = start(2, 0);
    record_glEnableVertexAttribArray(0);
    record_glVertexAttribPointer(0, 3, 0x1404, 0, 0, numbers); // GL_INT requires ES 3
    record_glVertexAttribPointer(0, 3, 0x140B, 0, 0, numbers); // and GL_HALF_FLOAT
    record_glVertexAttribPointer(0, 4, 0x8D9F, 1, 0, numbers); // and GL_INT_2_10_10_10_REV
    CHECK(t->context->array->client == 0);
}

const struct test attributes[] = {
    {"attributes of the program", of_the_program},
    {"attributes not known", not_known},
    {"attributes of a program linked anew", linked_anew},
    {"attributes in contexts that share", shared},
    {"attributes while feedback goes on", while_feedback_goes_on},
    {"attributes begun late", begun_late},
    {"attributes refused", refused},
    {NULL, NULL},
};
