// GPU times of draws and dispatches.
#include "ring.h"
#include "zz_generated_live.h"

enum { ELAPSED = 0x88BF, STAMP = 0x8E28, BITS = 0x8864, CURRENT = 0x8865, DISJOINT_FLAG = 0x8FBB };

static const char *extensions;
static GLint stamp_bits, running, disjoint;
static GLuint names, available; // names: how many were made; available: queries up to this name have results

static const GLubyte *text(GLenum name) {
    return (const GLubyte *)(name == 0x1F03 ? extensions : "OpenGL ES 3.1");
}
static void query_value(GLenum target, GLenum pname, GLint *value) {
    *value = pname == BITS ? target == STAMP ? stamp_bits : 30 : pname == CURRENT ? running : 0;
}
static void make_queries(GLsizei n, GLuint *ids) {
    for (GLsizei i = 0; i < n; i++) ids[i] = ++names;
}
static void is_there(GLuint id, GLenum pname, GLuint *value) {
    *value = pname == 0x8867 && id <= available;
}
// A time stamp is 1000 for each name before it, so each time is 1000; an elapsed time is its name.
static void time_of(GLuint id, GLenum pname, GLuint64 *value) {
    CHECK(pname == 0x8866);
    *value = stamp_bits ? id * 1000u : id;
}
static void integer(GLenum name, GLint *value) {
    if (name == 0x8CA6) *value = 7; // the framebuffer
    if (name == DISJOINT_FLAG) *value = disjoint, disjoint = 0;
}

static struct live_context context;

static struct trace_thread *with_queries(GLint bits) {
    struct trace_thread *t = start(3, 1);
    live_drop_gpu_times(&context);
    context = (struct live_context){.major = 3, .minor = 1, .state = t->context};
    live_current_thread()->context = &context;
    extensions = "GL_OES_a GL_EXT_disjoint_timer_query GL_OES_b";
    stamp_bits = bits, running = disjoint = 0, names = 0, available = UINT32_MAX;
    fake_driver.glGetString = text;
    fake_driver.glGetQueryivEXT = query_value;
    fake_driver.glGenQueriesEXT = make_queries;
    fake_driver.glGetQueryObjectuivEXT = is_there;
    fake_driver.glGetQueryObjectui64vEXT = time_of;
    fake_driver.glGetIntegerv = integer;
    live_options.gpu_time = 1;
    return t;
}

static void end_queries(void) {
    live_options.gpu_time = 0;
    live_close_gpu_times(&context);
    live_current_thread()->context = NULL;
}

static uint64_t time_at(int number) {
    uint64_t value;
    memcpy(&value, called("GPUTime", number)->cells + 2, sizeof value);
    return value;
}

static void stamps(void) {
    struct trace_thread *t = with_queries(64);
    record_glDrawArrays(4, 0, 3);
    record_glDispatchCompute(1, 1, 1);
    available = 3; // the last query of the dispatch has no result yet
    live_gpu_times_ready(t, &context);
    CHECK(count("GPUTime") == 1);
    const uint32_t *cells = called("GPUTime", 0)->cells;
    CHECK(cells[0] == 7 && cells[1] == 1 && time_at(0) == 1000 && cells[4] == 0);
    CHECK(called("GPUTime", 0)->flags & FLAG_SYNTHETIC);
    available = 4;
    live_gpu_times_ready(t, &context);
    CHECK(count("GPUTime") == 2 && called("GPUTime", 1)->cells[1] == 0);
    CHECK(fake_calls("glBeginQueryEXT") == 0 && fake_calls("glQueryCounterEXT") == 4);
    end_queries();
    CHECK(fake_calls("glDeleteQueriesEXT") == 64);
}

// Without time stamps, a draw within a query of the program is not measured.
static void elapsed_times(void) {
    struct trace_thread *t = with_queries(0);
    record_glDrawArrays(4, 0, 3);
    running = 5;
    record_glDrawArrays(4, 0, 3);
    running = 0;
    record_glDrawArrays(4, 0, 3);
    live_gpu_times_ready(t, &context);
    CHECK(count("GPUTime") == 2 && fake_calls("glBeginQueryEXT") == 2 && fake_calls("glEndQueryEXT") == 2);
    CHECK(called("GPUTime", 0)->cells[1] == 2 && called("GPUTime", 1)->cells[1] == 0);
    CHECK(time_at(0) == 1 && time_at(1) == 3);
    end_queries();
}

// The program still sees the flag that the recorder's query resets, once.
static void disjoint_flag(void) {
    struct trace_thread *t = with_queries(64);
    record_glDrawArrays(4, 0, 3);
    disjoint = 1;
    live_gpu_times_ready(t, &context);
    CHECK(called("GPUTime", 0)->cells[4] == 1);
    GLint value = 0;
    record_glGetIntegerv(DISJOINT_FLAG, &value);
    CHECK(value == 1);
    CHECK_BYTES(called("glGetIntegerv", 0), 1, &value, sizeof value);
    record_glGetIntegerv(DISJOINT_FLAG, &value);
    CHECK(value == 0);
    end_queries();
}

// A time that comes after the flag was read can be wrong, too, if its draw was before.
static void disjoint_later(void) {
    struct trace_thread *t = with_queries(64);
    record_glDrawArrays(4, 0, 3);
    record_glDrawArrays(4, 0, 3);
    available = 2, disjoint = 1;
    live_gpu_times_ready(t, &context);
    record_glDrawArrays(4, 0, 3);
    available = UINT32_MAX;
    live_gpu_times_ready(t, &context);
    CHECK(count("GPUTime") == 3 && called("GPUTime", 0)->cells[4] == 1);
    CHECK(called("GPUTime", 1)->cells[4] == 1 && called("GPUTime", 2)->cells[4] == 0);
    end_queries();
}

static void switch_off(GLenum mode, GLint first, GLsizei vertices) {
    live_options.gpu_time = 0;
    (void)mode, (void)first, (void)vertices;
}

// If the option is switched off during a draw, its query ends nevertheless.
static void switched_off(void) {
    with_queries(0);
    fake_driver.glDrawArrays = switch_off;
    record_glDrawArrays(4, 0, 3);
    CHECK(fake_calls("glBeginQueryEXT") == 1 && fake_calls("glEndQueryEXT") == 1);
    record_glDrawArrays(4, 0, 3);
    CHECK(fake_calls("glBeginQueryEXT") == 1 && fake_calls("glEndQueryEXT") == 1);
    end_queries();
}

// The flag is 1 in the type of each query.
static void disjoint_types(void) {
    struct trace_thread *t = with_queries(64);
    GLfloat f = 5;
    GLboolean b = 5;
    GLint64 l = 5;
    for (int i = 0; i < 3; i++) {
        record_glDrawArrays(4, 0, 3);
        disjoint = 1;
        live_gpu_times_ready(t, &context);
        if (i == 0) record_glGetFloatv(DISJOINT_FLAG, &f);
        if (i == 1) record_glGetBooleanv(DISJOINT_FLAG, &b);
        if (i == 2) record_glGetInteger64v(DISJOINT_FLAG, &l);
    }
    CHECK(f == 1 && b == 1 && l == 1);
    end_queries();
}

// More draws than queries: those without queries have no time, and later ones do.
static void many_draws(void) {
    struct trace_thread *t = with_queries(64);
    available = 0;
    for (int i = 0; i < 4200; i++) live_before_work(t), live_after_work(t);
    CHECK(names == 2 * 4096 && fake_calls("glQueryCounterEXT") == 2 * 4096);
    available = 2 * 500;
    live_gpu_times_ready(t, &context);
    CHECK(count("GPUTime") == 500 && called("GPUTime", 0)->cells[1] == 4199);
    live_before_work(t), live_after_work(t);
    CHECK(names == 2 * 4096 && fake_calls("glQueryCounterEXT") == 2 * 4096 + 2);
    end_queries();
}

static void no_extension(void) {
    struct trace_thread *t = with_queries(64);
    extensions = "GL_OES_a";
    record_glDrawArrays(4, 0, 3);
    record_glDrawArrays(4, 0, 3);
    live_gpu_times_ready(t, &context);
    CHECK(count("GPUTime") == 0 && fake_calls("glGenQueriesEXT") == 0 && fake_calls("glGetString") == 1);
    end_queries();
}

static GLboolean is_query(GLuint name) {
    return name <= names;
}

// A snapshot has the queries of the program, not those of the recorder, which has two series of names here.
static void not_in_snapshots(void) {
    struct trace_thread *t = with_queries(64);
    fake_driver.glIsQuery = is_query;
    record_glDrawArrays(4, 0, 3);
    GLuint of_program = names + 1;
    names += 2;
    for (int i = 0; i < 64; i++) live_before_work(t), live_after_work(t);
    CHECK(names == 2 * 128 + 2);
    live_snapshot(t, &context, CALL_SNAPSHOT);
    CHECK(count("glGetQueryObjectuiv") == 2);
    CHECK(called("glGetQueryObjectuiv", 0)->cells[0] == of_program);
    CHECK(called("glGetQueryObjectuiv", 1)->cells[0] == of_program + 1);
    end_queries();
}

const struct test gpu_times[] = {
    {"GPU times with time stamps", stamps},
    {"GPU times without time stamps", elapsed_times},
    {"disjoint GPU times", disjoint_flag},
    {"disjoint GPU times that come later", disjoint_later},
    {"disjoint flag in each type", disjoint_types},
    {"GPU times switched off during a draw", switched_off},
    {"many GPU times", many_draws},
    {"no GPU times", no_extension},
    {"GPU times not in snapshots", not_in_snapshots},
    {NULL, NULL},
};
