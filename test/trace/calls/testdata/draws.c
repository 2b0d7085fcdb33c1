// What draws read from client arrays.
#include "ring.h"
#include "zz_generated_live.h"

enum { FLOATS = 0x1406, BYTES = 0x1401, SHORTS = 0x1403, INTS = 0x1405, TRIANGLES = 4 };
enum { ARRAY_BUFFER = 0x8892, ELEMENT_ARRAY_BUFFER = 0x8893, RESTART = 0x8D69 };

static float positions[100][3];
static uint8_t colors[100][4];

// The draw of an ES 2 context with an array of positions.
static struct trace_thread *with_positions(void) {
    struct trace_thread *t = start(2, 0);
    for (int i = 0; i < 300; i++) positions[i / 3][i % 3] = (float)i;
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, positions);
    record_glEnableVertexAttribArray(1);
    return t;
}

// Checks that exactly this array of positions was recorded.
static void check_positions(int first, int n) {
    struct recorded *r = called("VertexData", 0);
    CHECK(r != NULL && count("VertexData") == 1);
    CHECK(r->cells[0] == 1 && r->cells[1] == 3 && r->cells[2] == FLOATS && r->cells[5] == 12);
    CHECK(r->cells[6] == (uint32_t)first && r->cells[7] == (uint32_t)n && r->cells[8] == 0);
    CHECK_BYTES(r, TRACE_PLACE_VERTEX_DATA, positions[first], n * 12);
    CHECK(r->flags & FLAG_SYNTHETIC);
}

static void first(void) {
    with_positions();
    record_glDrawArrays(TRIANGLES, 7, 6);
    check_positions(7, 6);
    CHECK(called("VertexData", 0) < called("glDrawArrays", 0));
    CHECK(!(called("glDrawArrays", 0)->flags & FLAG_SYNTHETIC));
}

static void no_questions(void) {
    with_positions();
    uint16_t indices[] = {1, 2, 3};
    record_glDrawArrays(TRIANGLES, 0, 3);
    record_glDrawElements(TRIANGLES, 3, SHORTS, indices);
    CHECK(questions() == 0 && count("VertexData") == 2);
}

static void buffers_are_not_read(void) {
    with_positions();
    record_glBindBuffer(ARRAY_BUFFER, 5);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, (void *)16);
    record_glDrawArrays(TRIANGLES, 0, 3);
    record_glDisableVertexAttribArray(1);
    record_glBindBuffer(ARRAY_BUFFER, 0);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, positions);
    record_glDrawArrays(TRIANGLES, 0, 3);
    CHECK(count("VertexData") == 0);
    record_glEnableVertexAttribArray(1);
    record_glDrawArrays(TRIANGLES, 0, 3);
    check_positions(0, 3);
}

static void interleaved(void) {
    struct trace_thread *t = with_positions();
    struct vertex {
        float x, y;
        uint8_t color[4];
    } vertices[8] = {{1, 2, {3, 4, 5, 6}}};
    record_glVertexAttribPointer(1, 2, FLOATS, 0, sizeof *vertices, &vertices->x);
    record_glVertexAttribPointer(2, 4, BYTES, 1, sizeof *vertices, &vertices->color);
    record_glEnableVertexAttribArray(2);
    record_glDrawArrays(TRIANGLES, 1, 4);
    enum { START = 9 };
    CHECK_BYTES(called("VertexData", 0), TRACE_PLACE_VERTEX_DATA, &vertices[1].x, 4 * 12);
    CHECK_BYTES(called("VertexData", 1), TRACE_PLACE_VERTEX_DATA, &vertices[1].x, 4 * 12);
    CHECK(called("VertexData", 0)->cells[START] == 0 && called("VertexData", 1)->cells[START] == 8);
    CHECK(called("VertexData", 1)->cells[3] == 1 && t->context->array->client == 6);
}

static void indices_of_each_size(void) {
    uint8_t bytes[] = {9, 4, 6};
    uint16_t shorts[] = {50, 90, 60};
    uint32_t ints[] = {12, 11, 13};
    with_positions();
    record_glDrawElements(TRIANGLES, 3, BYTES, bytes);
    check_positions(4, 6);
    CHECK_BYTES(called("glDrawElements", 0), 3, bytes, 3);
    with_positions();
    record_glDrawElements(TRIANGLES, 3, SHORTS, shorts);
    check_positions(50, 41);
    CHECK_BYTES(called("glDrawElements", 0), 3, shorts, 6);
    with_positions();
    record_glDrawElements(TRIANGLES, 3, INTS, ints);
    check_positions(11, 3);
    CHECK_BYTES(called("glDrawElements", 0), 3, ints, 12);
    with_positions();
    uint8_t crooked[13];
    memcpy(crooked + 1, ints, 12);
    record_glDrawElements(TRIANGLES, 3, INTS, crooked + 1);
    check_positions(11, 3);
}

static void base_vertex(void) {
    uint16_t indices[] = {0, 1, 2};
    with_positions();
    record_glDrawElementsBaseVertexOES(TRIANGLES, 3, SHORTS, indices, 20);
    check_positions(20, 3);
    with_positions();
    record_glDrawElementsBaseVertexOES(TRIANGLES, 3, SHORTS, indices, -1);
    check_positions(0, 2);
}

static void restart(void) {
    uint16_t indices[] = {3, 4, 0xFFFF, 5};
    with_positions();
    record_glEnable(RESTART);
    record_glDrawElements(TRIANGLES, 4, SHORTS, indices);
    check_positions(3, 3);
    with_positions();
    record_glEnable(RESTART);
    record_glDrawElements(TRIANGLES, 1, SHORTS, indices + 2);
    CHECK(count("VertexData") == 0);
    record_glDisable(RESTART);
}

static void element_buffer(void) {
    uint16_t indices[] = {1, 99, 5, 8, 6};
    with_positions();
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 3);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, sizeof indices, indices, 0);
    CHECK_BYTES(called("glBufferData", 0), 2, indices, sizeof indices);
    record_glDrawElements(TRIANGLES, 3, SHORTS, (void *)4);
    check_positions(5, 4);
    CHECK_WHY(called("glDrawElements", 0), 3, CAPTURE_OFFSET);
    CHECK(questions() == 0);
}

static void element_buffer_changed(void) {
    uint16_t indices[] = {1, 99, 5}, part[] = {7};
    with_positions();
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 3);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, sizeof indices, indices, 0);
    record_glBufferSubData(ELEMENT_ARRAY_BUFFER, 2, 2, part);
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    check_positions(1, 7);
}

// Indices without space are not read from anywhere else.
static void no_room_for_indices(void) {
    uint16_t *indices = calloc(1, COPIES + 2), part[] = {7, 7, 7};
    with_positions();
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 3);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, COPIES, indices, 0);
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_BYTES(called("VertexData", 0), TRACE_PLACE_VERTEX_DATA, positions, 12);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, COPIES + 2, indices, 0);
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_WHY(called("VertexData", 1), TRACE_PLACE_VERTEX_DATA, CAPTURE_UNKNOWN);
    record_glBufferSubData(ELEMENT_ARRAY_BUFFER, 0, sizeof part, part);
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_WHY(called("VertexData", 2), TRACE_PLACE_VERTEX_DATA, CAPTURE_UNKNOWN);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, sizeof part, part, 0);
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_BYTES(called("VertexData", 3), TRACE_PLACE_VERTEX_DATA, positions[7], 12);
    free(indices);
}

// Indices that only the driver has are copied to a buffer of the recorder and read from it.
enum { COPY_WRITE = 0x8F37, OWN = 77, MANY = 200000 };
static uint16_t other_indices[MANY] = {30, 31, 32};
static uint8_t staging[1 << 18];
static GLuint bound_to_write;
static GLenum waiting_error;
static GLint mapped;

static void size_of_buffer(GLenum target, GLenum pname, GLint *params) {
    CHECK(target == ELEMENT_ARRAY_BUFFER);
    *params = pname == 0x8764 ? (GLint)sizeof other_indices : mapped;
}
static void integer(GLenum pname, GLint *params) {
    *params = pname == COPY_WRITE ? (GLint)bound_to_write : 0;
}
static void make_one(GLsizei n, GLuint *names) {
    CHECK(n == 1);
    *names = OWN;
}
static void delete_one(GLsizei n, const GLuint *names) {
    CHECK(n == 1 && *names == OWN && bound_to_write == 5);
}
static void bind(GLenum target, GLuint name) {
    if (target == COPY_WRITE) bound_to_write = name;
}
static void give_room(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
    (void)usage;
    CHECK(target == COPY_WRITE && bound_to_write == OWN && data == NULL && (size_t)size <= sizeof staging);
}
static void copy_part(GLenum from, GLenum to, GLintptr at, GLintptr there, GLsizeiptr size) {
    CHECK(from == ELEMENT_ARRAY_BUFFER && to == COPY_WRITE && bound_to_write == OWN && there == 0);
    CHECK((size_t)size <= sizeof staging && (size_t)(at + size) <= sizeof other_indices);
    memcpy(staging, (uint8_t *)other_indices + at, (size_t)size);
}
static void refuse(GLenum from, GLenum to, GLintptr at, GLintptr there, GLsizeiptr size) {
    (void)from, (void)to, (void)at, (void)there, (void)size;
    waiting_error = 0x0502;
}
static GLenum get_error(void) {
    GLenum error = waiting_error;
    return waiting_error = 0, error;
}
static void *map_range(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    CHECK(target == COPY_WRITE && bound_to_write == OWN && access == 1 && offset == 0 && length > 0);
    return staging;
}
static GLboolean unmap(GLenum target) {
    memset(staging, 0xEE, sizeof staging);
    return target == COPY_WRITE;
}
static GLboolean is_buffer(GLuint name) {
    return name == 5;
}
static EGLContext some_context(void) {
    return &bound_to_write;
}

static void with_driver(void) {
    fake_driver.eglGetCurrentContext = some_context, fake_driver.glGetError = get_error;
    fake_driver.glGetBufferParameteriv = size_of_buffer, fake_driver.glGetIntegerv = integer;
    fake_driver.glGenBuffers = make_one, fake_driver.glDeleteBuffers = delete_one;
    fake_driver.glBindBuffer = bind, fake_driver.glBufferData = give_room, fake_driver.glIsBuffer = is_buffer;
    fake_driver.glCopyBufferSubData = copy_part;
    fake_driver.glMapBufferRange = map_range, fake_driver.glUnmapBuffer = unmap;
    bound_to_write = 5;
}

static void element_buffer_from_before(void) {
    struct trace_thread *t = with_positions();
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 4);
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_WHY(called("VertexData", 0), TRACE_PLACE_VERTEX_DATA, CAPTURE_UNKNOWN);
    record_glDrawRangeElements(TRIANGLES, 2, 5, 3, SHORTS, NULL);
    CHECK_BYTES(called("VertexData", 1), TRACE_PLACE_VERTEX_DATA, positions[2], 4 * 12);
    t->context->major = 3;
    with_driver();
    record_glDrawElements(TRIANGLES, 2, SHORTS, (void *)2);
    CHECK_BYTES(called("VertexData", 2), TRACE_PLACE_VERTEX_DATA, positions[31], 2 * 12);
    CHECK(count("glMapBufferRange") == 0 && fake_calls("glMapBufferRange") == 1 &&
          fake_calls("glUnmapBuffer") == 1 && fake_calls("glDeleteBuffers") == 1 && bound_to_write == 5);
    record_glDrawElements(TRIANGLES, MANY, SHORTS, (void *)2); // beyond the end of the buffer
    CHECK(fake_calls("glMapBufferRange") == 1);
}

// More indices than are copied at once, and indices that cannot be copied.
static void element_buffer_in_bands(void) {
    struct trace_thread *t = with_positions();
    t->context->major = 3;
    with_driver();
    for (int i = 0; i < MANY; i++) other_indices[i] = 40;
    other_indices[MANY - 1] = 42, other_indices[0] = 39;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 4);
    bound_to_write = 5;
    record_glDrawElements(TRIANGLES, MANY, SHORTS, NULL);
    CHECK_BYTES(called("VertexData", 0), TRACE_PLACE_VERTEX_DATA, positions[39], 4 * 12);
    CHECK(fake_calls("glMapBufferRange") == 2 && fake_calls("glCopyBufferSubData") == 2);
    mapped = 1;
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_WHY(called("VertexData", 1), TRACE_PLACE_VERTEX_DATA, CAPTURE_UNKNOWN);
    mapped = 0, fake_driver.glCopyBufferSubData = refuse; // mapped shortly before
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_WHY(called("VertexData", 2), TRACE_PLACE_VERTEX_DATA, CAPTURE_UNKNOWN);
    fake_driver.glCopyBufferSubData = copy_part, bound_to_write = 6; // which is deleted
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_WHY(called("VertexData", 3), TRACE_PLACE_VERTEX_DATA, CAPTURE_UNKNOWN);
    CHECK(fake_calls("glMapBufferRange") == 2 && bound_to_write == 6 && fake_app.glGetError() == 0);
}

static void instances(void) {
    start(3, 0);
    for (int i = 0; i < 400; i++) colors[i / 4][i % 4] = (uint8_t)i;
    record_glVertexAttribPointer(0, 3, FLOATS, 0, 0, positions);
    record_glVertexAttribPointer(2, 4, BYTES, 1, 0, colors);
    record_glEnableVertexAttribArray(0);
    record_glEnableVertexAttribArray(2);
    record_glVertexAttribDivisor(2, 3);
    record_glDrawArraysInstanced(TRIANGLES, 1, 3, 7);
    CHECK_BYTES(called("VertexData", 0), TRACE_PLACE_VERTEX_DATA, positions[1], 36);
    CHECK_BYTES(called("VertexData", 1), TRACE_PLACE_VERTEX_DATA, colors[0], 3 * 4);
    CHECK(called("VertexData", 1)->cells[8] == 3);
    record_glDrawArraysInstancedBaseInstanceEXT(TRIANGLES, 1, 3, 7, 2);
    CHECK_BYTES(called("VertexData", 3), TRACE_PLACE_VERTEX_DATA, colors[2], 3 * 4);
}

static void many_draws(void) {
    GLint firsts[] = {9, 2};
    GLsizei counts[] = {2, 1};
    uint16_t a[] = {40, 41}, b[] = {38};
    const void *lists[] = {a, b};
    uint16_t all[] = {40, 41, 38};
    with_positions();
    record_glMultiDrawArraysEXT(TRIANGLES, firsts, counts, 2);
    check_positions(2, 9);
    CHECK_BYTES(called("glMultiDrawArraysEXT", 0), 1, firsts, 8);
    with_positions();
    record_glMultiDrawElementsEXT(TRIANGLES, counts, SHORTS, lists, 2);
    check_positions(38, 4);
    CHECK_BYTES(called("glMultiDrawElementsEXT", 0), 3, all, sizeof all);
}

static void vertex_arrays(void) {
    struct trace_thread *t = with_positions();
    GLuint names[] = {8, 9};
    record_glBindVertexArrayOES(8);
    CHECK(t->context->array->client == 0);
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 3);
    record_glBindVertexArrayOES(0);
    CHECK(t->context->array->element_buffer == 0 && t->context->array->client == 2);
    record_glBindVertexArrayOES(8);
    CHECK(t->context->array->element_buffer == 3);
    record_glDeleteVertexArraysOES(2, names);
    CHECK(t->context->array == &t->context->zero);
    CHECK_BYTES(called("glDeleteVertexArraysOES", 0), 1, names, 8);
}

// A driver with the vertex arrays 8, whose element buffer is 3, and 10.
static uint32_t vertex_array;

static void bind_one(GLuint name) {
    if (name == 0 || name == 8 || name == 10) vertex_array = name;
}

static void get_vertex_array(GLenum name, GLint *value) {
    if (name == 0x85B5) *value = (GLint)vertex_array;
    if (name == 0x8895) *value = vertex_array == 8 ? 3 : 0;
}

// An invalid vertex array is not bound: offsets stay offsets. One that was set up earlier keeps its state.
static void vertex_arrays_that_are_none(void) {
    struct trace_thread *t = start(3, 0);
    fake_driver.glBindVertexArray = bind_one, fake_driver.glGetIntegerv = get_vertex_array;
    record_glBindVertexArray(8);
    record_glDrawElements(TRIANGLES, 3, SHORTS, (void *)12);
    CHECK_WHY(called("glDrawElements", 0), 3, CAPTURE_OFFSET);
    record_glBindVertexArray(9);
    CHECK(t->context->array->name == 8);
    record_glDrawElements(TRIANGLES, 3, SHORTS, (void *)12);
    CHECK_WHY(called("glDrawElements", 1), 3, CAPTURE_OFFSET);
    record_glBindVertexArray(10);
    CHECK(t->context->array->name == 10 && t->context->array->element_buffer == 0);
    int asked = questions();
    record_glBindVertexArray(8);
    CHECK(t->context->array->element_buffer == 3 && questions() == asked); // a known one is not queried
}

static void deleted_buffers(void) {
    struct trace_thread *t = start(3, 1);
    GLuint names[] = {3, 4};
    record_glBindBuffer(ARRAY_BUFFER, 3);
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 4);
    record_glVertexAttribPointer(0, 3, FLOATS, 0, 0, (void *)8);
    record_glEnableVertexAttribArray(0);
    record_glDeleteBuffers(2, names);
    CHECK(t->context->bound[TRACE_BINDING_ARRAY] == 0 && t->context->array->element_buffer == 0);
    record_glDrawArrays(TRIANGLES, 0, 3); // an offset is not a memory address
    CHECK(count("VertexData") == 0);
}

static void formats_of_es31(void) {
    struct trace_thread *t = start(3, 1);
    record_glBindVertexBuffer(5, 7, 64, 0);
    record_glVertexAttribFormat(1, 2, FLOATS, 0, 8);
    record_glVertexAttribBinding(1, 5);
    record_glEnableVertexAttribArray(1);
    record_glDrawArrays(TRIANGLES, 0, 3);
    CHECK(count("VertexData") == 0 && t->context->attribs.attribs[1].buffer == 5);
    CHECK(t->context->attribs.buffers[5].start == (uint8_t *)64 &&
          t->context->attribs.attribs[1].relative == 8);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, positions);
    record_glVertexBindingDivisor(1, 2);
    record_glDrawArraysInstanced(TRIANGLES, 0, 3, 4);
    CHECK_BYTES(called("VertexData", 0), TRACE_PLACE_VERTEX_DATA, positions, 2 * 12);
    record_glEnableVertexAttribArray(2);
    record_glVertexAttribBinding(2,
                                 1); // sets the buffer of another attribute, which then is not a client array
    record_glBindBuffer(ARRAY_BUFFER, 7);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, (void *)16);
    record_glDrawArrays(TRIANGLES, 0, 3);
    CHECK(count("VertexData") == 1 && t->context->array->client == 0);
}

static void packed_vectors(void) {
    uint32_t packed[3] = {1, 2, 3};
    uint16_t halves[3][2] = {{1}};
    start(3, 0);
    record_glVertexAttribPointer(0, 4, 0x8D9F, 1, 0, packed); // GL_INT_2_10_10_10_REV
    record_glVertexAttribPointer(1, 2, 0x140B, 0, 0, halves); // GL_HALF_FLOAT
    record_glEnableVertexAttribArray(0);
    record_glEnableVertexAttribArray(1);
    record_glDrawArrays(TRIANGLES, 0, 3);
    CHECK_BYTES(called("VertexData", 0), TRACE_PLACE_VERTEX_DATA, packed, 12);
    CHECK_BYTES(called("VertexData", 1), TRACE_PLACE_VERTEX_DATA, halves, 12);
}

static void arrays_left_out(void) {
    uint16_t indices[] = {1, 2, 3};
    with_positions();
    trace_excluded = TRACE_NO_ARRAYS;
    record_glDrawElements(TRIANGLES, 3, SHORTS, indices);
    CHECK_WHY(called("VertexData", 0), TRACE_PLACE_VERTEX_DATA, CAPTURE_OFF);
    CHECK_WHY(called("glDrawElements", 0), 3, CAPTURE_OFF);
}

static void wrong_draws(void) {
    uint16_t indices[] = {1, 2, 3};
    with_positions();
    record_glDrawArrays(TRIANGLES, -1, 3);
    record_glDrawArrays(TRIANGLES, 0, -3);
    record_glDrawElements(TRIANGLES, -1, SHORTS, indices);
    record_glDrawElements(TRIANGLES, 3, FLOATS, indices);
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_WHY(called("glDrawElements", 0), 3, CAPTURE_FAILED);
    CHECK_WHY(called("glDrawElements", 1), 3, CAPTURE_FAILED);
    CHECK_WHY(called("glDrawElements", 2), 3, CAPTURE_NULL);
    for (int i = 0; i < count("VertexData"); i++)
        CHECK(called("VertexData", i)->data[TRACE_PLACE_VERTEX_DATA].size == 0);
}

static void indirect(void) {
    start(3, 1);
    record_glDrawArraysIndirect(TRIANGLES, (void *)16);
    record_glBindBuffer(0x8F3F, 2);
    record_glDrawArraysIndirect(TRIANGLES, (void *)16);
    CHECK_WHY(called("glDrawArraysIndirect", 0), 1, CAPTURE_FAILED);
    CHECK_WHY(called("glDrawArraysIndirect", 1), 1, CAPTURE_OFFSET);
}

// NULL means offset 0 if a buffer is bound.
static void starts(void) {
    start(2, 0);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, NULL);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, positions);
    record_glBindBuffer(ARRAY_BUFFER, 5);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, NULL);
    record_glVertexAttribPointer(1, 3, FLOATS, 0, 0, (void *)16);
    CHECK(!called("glVertexAttribPointer", 0)->data[5].there);
    CHECK(!called("glVertexAttribPointer", 1)->data[5].there); // recorded with each draw
    CHECK_WHY(called("glVertexAttribPointer", 2), 5, CAPTURE_OFFSET);
    CHECK_WHY(called("glVertexAttribPointer", 3), 5, CAPTURE_OFFSET);
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 6);
    record_glDrawElements(TRIANGLES, 3, SHORTS, NULL);
    CHECK_WHY(called("glDrawElements", 0), 3, CAPTURE_OFFSET);
    record_glBindBuffer(0x88EC, 7); // GL_PIXEL_UNPACK_BUFFER
    record_glTexImage2D(0x0DE1, 0, 0x1908, 1, 1, 0, 0x1908, BYTES, NULL);
    CHECK_WHY(called("glTexImage2D", 0), 8, CAPTURE_OFFSET);
}

static GLboolean is_fifth_buffer(GLuint name) {
    return name == 5;
}
static void fifth_buffer_bound(GLenum name, GLint *value) {
    if (name == 0x8895) *value = 5; // GL_ELEMENT_ARRAY_BUFFER_BINDING
}

static void snapshot_every_swap(struct live_context *c, uint32_t on) {
    struct live_thread *me = live_current_thread();
    me->context = c, me->recording = on;
    live_options.recording = on;
    live_options.snapshot_every = on;
}

// A snapshot after a swap keeps the copies of index buffers: all writes since the first one are recorded. A
// swap that fails has no snapshot.
static void after_snapshots(void) {
    uint8_t indices[] = {9, 4, 6};
    struct trace_thread *t = with_positions();
    struct live_context c = {.major = 2, .state = t->context};
    fake_driver.glIsBuffer = is_fifth_buffer;
    fake_driver.glGetIntegerv = fifth_buffer_bound;
    record_glBindBuffer(ELEMENT_ARRAY_BUFFER, 5);
    record_glBufferData(ELEMENT_ARRAY_BUFFER, sizeof indices, indices, 0);
    snapshot_every_swap(&c, 1);
    live_swapped(0);
    CHECK(count("glGetBufferParameteriv") == 0);
    live_swapped(1);
    live_swapped(1);
    snapshot_every_swap(NULL, 0);
    CHECK(count("glGetBufferParameteriv") > 0);
    record_glDrawElements(TRIANGLES, 3, BYTES, NULL);
    check_positions(4, 6);
}

const struct test draws[] = {
    {"starts of arrays", starts},
    {"first", first},
    {"no questions to the driver", no_questions},
    {"buffers are not read", buffers_are_not_read},
    {"interleaved", interleaved},
    {"indices of each size", indices_of_each_size},
    {"base vertex", base_vertex},
    {"restart", restart},
    {"element buffer", element_buffer},
    {"element buffer that changed", element_buffer_changed},
    {"no room for indices", no_room_for_indices},
    {"element buffer from before", element_buffer_from_before},
    {"element buffer in bands", element_buffer_in_bands},
    {"instances", instances},
    {"many draws", many_draws},
    {"vertex arrays", vertex_arrays},
    {"vertex arrays that are none", vertex_arrays_that_are_none},
    {"deleted buffers", deleted_buffers},
    {"formats of ES 3.1", formats_of_es31},
    {"packed vectors", packed_vectors},
    {"arrays left out", arrays_left_out},
    {"wrong draws", wrong_draws},
    {"indirect", indirect},
    {"after snapshots", after_snapshots},
    {NULL, NULL},
};
