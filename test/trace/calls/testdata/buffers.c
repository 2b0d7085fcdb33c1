// Contents of buffers, and mappings.
#include "ring.h"
#include "zz_generated_tracked.h"

#include <pthread.h>
#include <sys/mman.h>

enum {
    UNIFORM_BUFFER = 0x8A11,
    ELEMENT_ARRAY_BUFFER = 0x8893,
    COPY_WRITE = 0x8F37,
    WRITE = 2,
    FLUSH_EXPLICIT = 0x10,
    PERSISTENT = 0x40,
    COHERENT = 0x80,
    INVALIDATE = 4,
    BLOCK = 1024, // of persistent.c
    WIDE = 4 * BLOCK
};

static uint8_t memory[256];

static void *map_range(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    (void)target, (void)length, (void)access;
    return memory + offset;
}
static GLboolean unmap(GLenum target) {
    (void)target;
    memset(memory, 0xEE, sizeof memory); // previous contents are discarded
    return 1;
}
static void *closed_memory;
static void *map_closed(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    (void)target, (void)offset, (void)length, (void)access;
    return closed_memory;
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
    trace_excluded = TRACE_NO_BUFFERS;
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
    record_glUnmapBuffer(UNIFORM_BUFFER); // no longer mapped
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
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, 1); // for reading
    record_glUnmapBuffer(UNIFORM_BUFFER);
    CHECK(count("Mapped") == 0);
}

// A mapping whose end was not recorded ends when the buffer is mapped again.
static void mapped_again(void) {
    with_buffer();
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE);
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, 1); // for reading
    record_glUnmapBuffer(UNIFORM_BUFFER);
    CHECK(count("Mapped") == 0);
}

// A name that is reused for another object.
static void highest_name(void) {
    with_buffer();
    record_glBindBuffer(UNIFORM_BUFFER, UINT32_MAX);
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE);
    CHECK_WHY(called("Mapped", 0), TRACE_PLACE_MAPPED, CAPTURE_NO_ROOM);
}

// A mapping that cannot be read, or only slowly, is not read.
static void left_out(void) {
    with_buffer();
    void *closed = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fake_driver.glMapBufferRange = map_closed, closed_memory = closed;
    trace_excluded = TRACE_NO_BUFFERS;
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE);
    record_glUnmapBuffer(UNIFORM_BUFFER);
    CHECK_WHY(called("Mapped", 0), TRACE_PLACE_MAPPED, CAPTURE_OFF);
    trace_excluded = 0;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 9);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, 8, "abcdefg", 0);
    record_glMapBufferRange(ELEMENT_ARRAY_BUFFER, 0, 8, WRITE);
    record_glUnmapBuffer(ELEMENT_ARRAY_BUFFER);
    CHECK_WHY(called("Mapped", 1), TRACE_PLACE_MAPPED, CAPTURE_FAILED);
    munmap(closed, 4096);
}

// Mappings without space are reported.
static void too_many_maps(void) {
    with_buffer();
    for (GLuint name = 1; name <= TRACE_MAPS + 1; name++) {
        record_glBindBuffer(UNIFORM_BUFFER, name);
        record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE);
    }
    CHECK(count("Mapped") == 1 && called("Mapped", 0)->cells[1] == TRACE_MAPS + 1);
    CHECK_WHY(called("Mapped", 0), TRACE_PLACE_MAPPED, CAPTURE_NO_ROOM);
    for (GLuint name = 1; name <= TRACE_MAPS + 1; name++) {
        record_glBindBuffer(UNIFORM_BUFFER, name);
        record_glUnmapBuffer(UNIFORM_BUFFER);
    }
    CHECK(count("Mapped") == TRACE_MAPS + 1);
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE);
    record_glUnmapBuffer(UNIFORM_BUFFER);
    CHECK(count("Mapped") == TRACE_MAPS + 2);
}

// The mapping of another buffer, which can be unreadable.
static uint8_t *wide;
static void *map_wide(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    (void)target, (void)length, (void)access;
    return wide + offset;
}
static GLboolean unmap_wide(GLenum target) {
    (void)target;
    CHECK(mprotect(wide, WIDE, PROT_NONE) == 0);
    return 1;
}

static void with_persistent(GLintptr offset, GLsizeiptr length, GLbitfield more) {
    with_buffer();
    wide = mmap(NULL, WIDE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(wide != MAP_FAILED);
    fake_driver.glMapBufferRange = map_wide;
    fake_driver.glUnmapBuffer = unmap_wide;
    record_glMapBufferRange(UNIFORM_BUFFER, offset, length, WRITE | PERSISTENT | more);
}

// What the program wrote is recorded before the call that can read it.
static void persistent(void) {
    with_persistent(8, 3 * BLOCK, 0);
    record_glDrawArrays(4, 0, 3);
    CHECK(count("Mapped") == 0);
    wide[8 + BLOCK] = 1;
    record_glDrawArrays(4, 0, 3);
    check_mapped(0, UNIFORM_BUFFER, 6, 8 + BLOCK, wide + 8 + BLOCK, BLOCK);
    CHECK(called("glDrawArrays", 0) < called("Mapped", 0) && called("Mapped", 0) < called("glDrawArrays", 1));
    wide[9] = wide[8 + BLOCK] = wide[8 + 3 * BLOCK - 1] = 2; // two blocks in a row, and one at the end
    record_glDispatchCompute(1, 1, 1);
    check_mapped(1, UNIFORM_BUFFER, 6, 8, wide + 8, 3 * BLOCK);
    wide[9] = wide[8 + 2 * BLOCK] = 3;
    record_glCopyBufferSubData(COPY_WRITE, UNIFORM_BUFFER, 0, 0, 8);
    check_mapped(2, UNIFORM_BUFFER, 6, 8, wide + 8, BLOCK);
    check_mapped(3, UNIFORM_BUFFER, 6, 8 + 2 * BLOCK, wide + 8 + 2 * BLOCK, BLOCK);
    record_glMultiDrawArraysEXT(4, NULL, NULL, 0);
    CHECK(count("Mapped") == 4);
}

static void coherent(void) {
    uint8_t expected[BLOCK] = {[5] = 1};
    with_persistent(0, WIDE - 1, COHERENT | FLUSH_EXPLICIT);
    record_glFlushMappedBufferRange(UNIFORM_BUFFER, 0, 8); // without effect
    record_glTexSubImage2D(0x0DE1, 0, 0, 0, 1, 1, 0x1908, 0x1401, NULL);
    wide[5] = 1;
    record_glTexSubImage2D(0x0DE1, 0, 0, 0, 1, 1, 0x1908, 0x1401, memory); // not from a buffer
    CHECK(count("Mapped") == 0);
    record_glUnmapBuffer(UNIFORM_BUFFER);
    check_mapped(0, UNIFORM_BUFFER, 6, 0, expected, BLOCK);
    record_glDrawArrays(4, 0, 3); // must not read the unmapped memory
    CHECK(count("Mapped") == 1 && trace_self->context->share->watched == 0);
}

static void of_texels(void) {
    with_persistent(0, WIDE, COHERENT);
    record_glBindBuffer(0x88EC, 6); // GL_PIXEL_UNPACK_BUFFER
    wide[WIDE - 1] = 1;
    record_glTexSubImage2D(0x0DE1, 0, 0, 0, 1, 1, 0x1908, 0x1401, NULL);
    check_mapped(0, UNIFORM_BUFFER, 6, WIDE - BLOCK, wide + WIDE - BLOCK, BLOCK);
}

// The driver makes flushed contents visible, and no others.
static void persistent_and_flushed(void) {
    with_persistent(0, WIDE, FLUSH_EXPLICIT);
    wide[4] = 1;
    record_glDrawArrays(4, 0, 3);
    record_glFlushMappedBufferRange(UNIFORM_BUFFER, 4, 4);
    check_mapped(0, UNIFORM_BUFFER, 6, 4, wide + 4, 4);
    record_glUnmapBuffer(UNIFORM_BUFFER);
    CHECK(count("Mapped") == 1);
}

// Discarded contents are unknown, so all blocks are recorded.
static void persistent_and_discarded(void) {
    with_persistent(0, WIDE, INVALIDATE);
    record_glDrawArrays(4, 0, 3);
    check_mapped(0, UNIFORM_BUFFER, 6, 0, wide, WIDE);
}

static void persistent_left_out(void) {
    GLuint name = 6;
    with_persistent(0, WIDE, 0);
    trace_excluded = TRACE_NO_BUFFERS;
    wide[0] = 1;
    record_glDrawArrays(4, 0, 3);
    CHECK(count("Mapped") == 0);
    record_glDeleteBuffers(1, &name);
    CHECK(trace_self->context->share->watched == 0);
    record_glBindBuffer(UNIFORM_BUFFER, 7);
    record_glMapBufferRange(UNIFORM_BUFFER, 0, WIDE, WRITE | PERSISTENT);
    CHECK_WHY(called("Mapped", 0), TRACE_PLACE_MAPPED, CAPTURE_OFF);
}

// A buffer whose changes are not recorded is named.
static void too_much_persistent(void) {
    with_persistent(0, (65 << 20), 0);
    struct recorded *r = called("Mapped", 0);
    CHECK_WHY(r, TRACE_PLACE_MAPPED, CAPTURE_NO_ROOM);
    CHECK(r->cells[1] == 6);
    record_glBindBuffer(UNIFORM_BUFFER, 7);
    record_glMapBufferRange(UNIFORM_BUFFER, 0, 8, WRITE | PERSISTENT);
    trace_lose_watches(trace_self->context->share); // a thread that is not recorded unmaps a buffer
    CHECK(mprotect(wide, WIDE, PROT_NONE) == 0);
    record_glDrawArrays(4, 0, 3);
    record_glDrawArrays(4, 0, 3);
    CHECK_WHY(called("Mapped", 1), TRACE_PLACE_MAPPED, CAPTURE_UNKNOWN);
    CHECK(called("Mapped", 1)->cells[1] == 7 && count("Mapped") == 2);
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
static void keep(const void *bytes, uint64_t size, void *unused) {
    (void)unused;
    looked_at = bytes;
    memcpy(copy, bytes, size);
}

static int elements(struct trace_thread *t, uint64_t offset, size_t size) {
    return trace_read_elements(t, offset, size, keep, NULL);
}

// A draw reads indices that the program has just written.
static void persistent_indices(void) {
    with_persistent(0, WIDE, COHERENT);
    fake_driver.glGetBufferParameteriv = NULL;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 9);
    record_glBufferStorageEXT(ELEMENT_ARRAY_BUFFER, 4, "abcd", 0);
    uint8_t *p = record_glMapBufferRange(ELEMENT_ARRAY_BUFFER, 0, 4, WRITE | PERSISTENT | COHERENT);
    memcpy(p, "efgh", 4);
    record_glDrawElements(4, 4, 0x1401, NULL);
    CHECK(elements(trace_self, 0, 4) && memcmp(copy, "efgh", 4) == 0);
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
    record_glCopyBufferSubData(UNIFORM_BUFFER, COPY_WRITE, 4, 0, 2); // from a source with unknown contents
    CHECK(!elements(t, 0, 2));
}

// What a context writes is visible to its share group.
static void sharing(void) {
    with_buffer();
    struct trace_thread *t = trace_self;
    struct trace_context *first = t->context, *other = trace_context_new(first->share);
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
    t->context->major = 2; // without a query
    CHECK(elements(t, 0, 8));
    record_glBindBufferBase(0x8C8E, 0, 9); // GL_TRANSFORM_FEEDBACK_BUFFER
    CHECK(!elements(t, 0, 8));
}

static void too_many(void) {
    start(2, 0);
    struct trace_thread *t = trace_self;
    void *big = calloc(1, COPIES);
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 1);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, COPIES, big, 0);
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

// The copy of a buffer that grows in small steps reserves additional memory, if available.
static void growing(void) {
    enum { STEP = 12, STEPS = 4000, LARGE = COPIES / 4 * 3 };
    start(2, 0);
    struct trace_share *s = trace_self->context->share;
    uint8_t *big = calloc(1, COPIES);
    uint64_t room = 0;
    int changes = 0;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 1);
    for (int i = 1; i <= STEPS; i++) {
        big[i * STEP - 8] = (uint8_t)(i % 251);
        trace_buffer_data(trace_self, ELEMENT_ARRAY_BUFFER, i * STEP, big);
        struct trace_copy *copy = trace_copy_begin_read(s, 1);
        CHECK(copy != NULL && copy->size == (uint64_t)i * STEP && copy->room / 2 <= copy->size + 256);
        CHECK(copy->bytes[i * STEP - 8] == i % 251);
        changes += copy->room != room;
        room = copy->room;
        trace_copy_end_read(copy);
    }
    CHECK(changes < 20);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, LARGE, big, 0);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, LARGE + 8, big, 0); // 1.5 times the size does not fit
    CHECK(elements(trace_self, LARGE, 8));
    free(big);
}

// Several threads write to and draw from the same buffers without synchronization: nothing crashes, and the
// copies are correct afterwards.
static struct trace_context *group[4];

static void see(const void *bytes, uint64_t size, void *sum) {
    CHECK(size == 1);
    *(uint8_t *)sum ^= *(const uint8_t *)bytes;
}

static void *work(void *context) {
    struct trace_thread t = {.recording = 1, .context = context};
    static const uint8_t zeros[4096];
    uint8_t sum = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        trace_track_glBindBuffer(&t, ELEMENT_ARRAY_BUFFER, 1 + i % 3 * TRACE_COPY_LISTS); // of one list
        if (i % 5 == 0) trace_buffer_data(&t, ELEMENT_ARRAY_BUFFER, 1 + i % 4096, zeros);
        if (i % 7 == 0) trace_buffer_copy(&t, ELEMENT_ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER, 0, 1, 1);
        if (i % 11 == 0) trace_forget_buffer(t.context, 1 + i % 3 * TRACE_COPY_LISTS);
        if (i % 13 == 0) trace_forget_buffers(t.context->share);
        if (i % 17 == 0) trace_mapped(&t, ELEMENT_ARRAY_BUFFER, 0, 1, WRITE, memory);
        if (i % 19 == 0) trace_mapped(&t, ELEMENT_ARRAY_BUFFER, 0, 1, WRITE | PERSISTENT, memory);
        trace_check_maps(&t);
        trace_buffer_part(&t, ELEMENT_ARRAY_BUFFER, 0, 1, zeros);
        trace_read_elements(&t, 0, 1, see, &sum);
    }
    CHECK(sum == 0);
    return NULL;
}

// Four threads, each with a context that shares with the test's.
static void together(void *(*deed)(void *)) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        group[i] = trace_context_new(trace_self->context->share);
        trace_context_version(group[i], 2, 0);
        CHECK(pthread_create(&threads[i], NULL, deed, group[i]) == 0);
    }
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++) trace_context_free(group[i]);
}

static void *draw_on(void *context) {
    struct trace_thread t = {.recording = 1, .context = context};
    uint8_t sum = 0;
    trace_track_glBindBuffer(&t, ELEMENT_ARRAY_BUFFER, 9);
    for (int i = 0; i < 20000; i++) CHECK(trace_read_elements(&t, 1, 1, see, &sum));
    return NULL;
}

// Threads that only draw use one buffer, and each finds its indices.
static void drawn_at_once(void) {
    with_buffer();
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 9);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, 4, "abc", 0);
    together(draw_on);
    trace_forget_buffer(trace_self->context, 9);
    trace_self->context->major = 2;
    CHECK(!elements(trace_self, 1, 1));
}

static void at_once(void) {
    with_buffer();
    struct trace_thread *t = trace_self;
    together(work);
    trace_forget_buffers(t->context->share);
    CHECK(t->context->share->mapped == 0 && t->context->share->watched == 0);
    void *big = calloc(1, COPIES); // there is enough memory: nothing was lost
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 1);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, COPIES, big, 0);
    CHECK(elements(t, 0, 8));
    free(big);
}

const struct test buffers[] = {
    {"at once", at_once},
    {"drawn at once", drawn_at_once},
    {"buffers left out", left_out},
    {"too many maps", too_many_maps},
    {"data", data},
    {"unmapped", unmapped},
    {"flushed", flushed},
    {"not written", not_written},
    {"mapped again", mapped_again},
    {"highest name", highest_name},
    {"persistent", persistent},
    {"coherent", coherent},
    {"persistent, of texels", of_texels},
    {"persistent and flushed", persistent_and_flushed},
    {"persistent and discarded", persistent_and_discarded},
    {"persistent indices", persistent_indices},
    {"persistent, left out", persistent_left_out},
    {"too much persistent", too_much_persistent},
    {"OES_mapbuffer", oes},
    {"forgotten", forgotten},
    {"copies", copies},
    {"sharing", sharing},
    {"written by the driver", written_by_the_driver},
    {"too many copies", too_many},
    {"growing", growing},
    {NULL, NULL},
};
