// Contents of buffers, and what is mapped.
#include "ring.h"

enum {
    UNIFORM_BUFFER = 0x8A11,
    ELEMENT_ARRAY_BUFFER = 0x8893,
    COPY_WRITE = 0x8F37,
    WRITE = 2,
    FLUSH_EXPLICIT = 0x10,
    PERSISTENT = 0x40
};

static uint8_t memory[256];

static void *map_range(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    (void)target, (void)length, (void)access;
    return memory + offset;
}
static GLboolean unmap(GLenum target) {
    (void)target;
    memset(memory, 0xEE, sizeof memory); // what was there is gone
    return 1;
}
static void size_of_buffer(GLenum target, GLenum pname, GLint *params) {
    (void)target;
    *params = pname == 0x8764 ? 32 : 0;
}

static void with_buffer(void) {
    start(3, 2);
    for (size_t i = 0; i < sizeof memory; i++) memory[i] = (uint8_t)i;
    fake_driver.glMapBufferRange = map_range;
    fake_driver.glUnmapBuffer = unmap;
    fake_driver.glGetBufferParameteriv = size_of_buffer;
    record_glBindBuffer(UNIFORM_BUFFER, 6);
}

static void check_mapped(int number, uint32_t target, uint32_t name, uint64_t offset, const void *bytes,
                         size_t size) {
    struct recorded *r = called("Mapped", number);
    CHECK(r != NULL && r->cells[0] == target && r->cells[1] == name && r->cells[2] == offset &&
          r->cells[4] == size);
    CHECK(r->flags & FLAG_SYNTHETIC);
    CHECK_BYTES(r, TRACE_PLACE_MAPPED, bytes, size);
}

static void data(void) {
    start(3, 0);
    record_glBufferData(UNIFORM_BUFFER, 16, NULL, 0);
    record_glBufferSubData(UNIFORM_BUFFER, 4, 8, memory);
    record_glBufferStorageEXT(UNIFORM_BUFFER, 16, memory, 0);
    CHECK_WHY(called("glBufferData", 0), 2, CAPTURE_NULL);
    CHECK_BYTES(called("glBufferSubData", 0), 3, memory, 8);
    CHECK_BYTES(called("glBufferStorageEXT", 0), 2, memory, 16);
    trace_left_out = TRACE_NO_BUFFERS;
    record_glBufferSubData(UNIFORM_BUFFER, 4, 8, memory);
    CHECK_WHY(called("glBufferSubData", 1), 3, CAPTURE_OFF);
}

static void unmapped(void) {
    uint8_t expected[8];
    with_buffer();
    uint8_t *p = record_glMapBufferRange(UNIFORM_BUFFER, 16, 8, WRITE);
    memset(p, 0xAB, 8);
    memcpy(expected, p, 8);
    record_glUnmapBuffer(UNIFORM_BUFFER);
    check_mapped(0, UNIFORM_BUFFER, 6, 16, expected, 8);
    CHECK(called("Mapped", 0) < called("glUnmapBuffer", 0) &&
          called("glMapBufferRange", 0) < called("Mapped", 0));
    record_glUnmapBuffer(UNIFORM_BUFFER); // not mapped any more
    CHECK(count("Mapped") == 1);
}

static void flushed(void) {
    with_buffer();
    uint8_t *p = record_glMapBufferRange(UNIFORM_BUFFER, 16, 32, WRITE | FLUSH_EXPLICIT);
    p[4] = 0xCD;
    uint8_t expected[4] = {0xCD, 21, 22, 23};
    record_glFlushMappedBufferRange(UNIFORM_BUFFER, 4, 4);
    check_mapped(0, UNIFORM_BUFFER, 6, 20, expected, 4);
    record_glFlushMappedBufferRange(UNIFORM_BUFFER, 30, 4); // beyond the mapping
    record_glUnmapBuffer(UNIFORM_BUFFER);
    CHECK(count("Mapped") == 1);
}

static void not_written(void) {
    with_buffer();
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, 1); // to be read
    record_glUnmapBuffer(UNIFORM_BUFFER);
    CHECK(count("Mapped") == 0);
}

static void persistent(void) {
    with_buffer();
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE | PERSISTENT);
    CHECK_WHY(called("Mapped", 0), TRACE_PLACE_MAPPED, CAPTURE_UNKNOWN);
}

static void *map_all(GLenum target, GLenum access) {
    (void)target, (void)access;
    return memory;
}

static void oes(void) {
    uint8_t expected[32];
    with_buffer();
    fake_driver.glMapBufferOES = map_all;
    memcpy(expected, memory, 32);
    record_glMapBufferOES(UNIFORM_BUFFER, 0x88B9);
    record_glUnmapBufferOES(UNIFORM_BUFFER);
    fake_driver.glUnmapBufferOES = unmap;
    check_mapped(0, UNIFORM_BUFFER, 6, 0, expected, 32);
}

static void forgotten(void) {
    GLuint name = 6;
    with_buffer();
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE);
    record_glBufferData(UNIFORM_BUFFER, 64, NULL, 0); // unmaps
    record_glUnmapBuffer(UNIFORM_BUFFER);
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE);
    record_glDeleteBuffers(1, &name); // unmaps
    record_glBindBuffer(UNIFORM_BUFFER, 6);
    record_glUnmapBuffer(UNIFORM_BUFFER);
    CHECK(count("Mapped") == 0);
}

static const void *looked_at;
static uint8_t copy[16];
static void keep(const void *bytes, void *size) {
    looked_at = bytes;
    memcpy(copy, bytes, *(size_t *)size);
}

static int elements(struct trace_thread *t, uint64_t offset, size_t size) {
    return trace_read_elements(t, offset, size, keep, &size);
}

static void copies(void) {
    const uint8_t first[] = {1, 2, 3, 4, 5, 6, 7, 8};
    with_buffer();
    struct trace_thread *t = trace_self;
    fake_driver.glGetBufferParameteriv = NULL;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 9);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, 8, first, 0);
    CHECK(elements(t, 2, 6) && memcmp(copy, first + 2, 6) == 0);
    CHECK(!elements(t, 2, 7));
    record_glBindBuffer(COPY_WRITE, 9); // through another target
    record_glBufferSubData(COPY_WRITE, 0, 2, "xy");
    CHECK(elements(t, 0, 3) && memcmp(copy, "xy\3", 3) == 0);
    uint8_t *p = record_glMapBufferRange(ELEMENT_ARRAY_BUFFER, 4, 2, WRITE);
    p[0] = 'a', p[1] = 'b';
    record_glUnmapBuffer(ELEMENT_ARRAY_BUFFER);
    CHECK(elements(t, 3, 3) && memcmp(copy, "\4ab", 3) == 0);
    record_glCopyBufferSubData(ELEMENT_ARRAY_BUFFER, COPY_WRITE, 4, 0, 2);
    CHECK(elements(t, 0, 2) && memcmp(copy, "ab", 2) == 0);
    record_glCopyBufferSubData(UNIFORM_BUFFER, COPY_WRITE, 4, 0, 2); // from where nobody knows what is there
    CHECK(!elements(t, 0, 2));
}

// What a context writes is there for those that it shares with.
static void sharing(void) {
    with_buffer();
    struct trace_thread *t = trace_self;
    struct trace_context *first = t->context, *other = trace_context_new(2, first);
    trace_context_version(other, 3, 0);
    fake_driver.glGetBufferParameteriv = NULL;
    t->context = other;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 9);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, 4, "abcd", 0);
    t->context = first;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 9);
    CHECK(elements(t, 1, 3) && memcmp(copy, "bcd", 3) == 0);
    trace_context_free(other);
    CHECK(elements(t, 0, 4) && memcmp(copy, "abcd", 4) == 0);
}

static void written_by_the_driver(void) {
    with_buffer();
    struct trace_thread *t = trace_self;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 9);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, 8, memory, 0);
    t->context->major = 2; // no asking
    CHECK(elements(t, 0, 8));
    record_glBindBufferBase(0x8C8E, 0, 9); // GL_TRANSFORM_FEEDBACK_BUFFER
    CHECK(!elements(t, 0, 8));
}

static void too_many(void) {
    start(2, 0);
    struct trace_thread *t = trace_self;
    void *big = calloc(1, TRACE_COPIES);
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 1);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, TRACE_COPIES, big, 0);
    CHECK(elements(t, 0, 8));
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 2);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, 8, big, 0);
    CHECK(!elements(t, 0, 8));
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 1);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, 8, big, 0);
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 2);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, 8, big, 0);
    CHECK(elements(t, 0, 8));
    free(big);
}

const struct test buffers[] = {
    {"data", data},
    {"unmapped", unmapped},
    {"flushed", flushed},
    {"not written", not_written},
    {"persistent", persistent},
    {"OES_mapbuffer", oes},
    {"forgotten", forgotten},
    {"copies", copies},
    {"sharing", sharing},
    {"written by the driver", written_by_the_driver},
    {"too many copies", too_many},
    {NULL, NULL},
};
