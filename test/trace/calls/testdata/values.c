// Values, lists and texts.
#include "ring.h"

#include <errno.h>
#include <sys/mman.h>

static void matrices(void) {
    float m[3 * 16];
    for (int i = 0; i < 48; i++) m[i] = (float)i;
    start(3, 1);
    record_glUniformMatrix4fv(2, 3, 0, m);
    record_glUniformMatrix2x3fv(2, 2, 1, m);
    record_glProgramUniformMatrix3fv(5, 2, 2, 0, m);
    CHECK_BYTES(called("glUniformMatrix4fv", 0), 3, m, 3 * 64);
    CHECK_BYTES(called("glUniformMatrix2x3fv", 0), 3, m, 2 * 24);
    CHECK_BYTES(called("glProgramUniformMatrix3fv", 0), 4, m, 2 * 36);
    record_glUniform4fv(1, -1, m);
    CHECK_WHY(called("glUniform4fv", 0), 2, CAPTURE_FAILED);
}

static void cells(void) {
    uint64_t address;
    start(3, 0);
    record_glUniform4f(-1, 1.5f, 0, 0, -2);
    record_glBufferSubData(0x8892, -5, 0, (void *)&address);
    struct recorded *uniform = called("glUniform4f", 0), *part = called("glBufferSubData", 0);
    CHECK(uniform->cells[0] == UINT32_MAX && uniform->cells[1] == 0x3FC00000 &&
          uniform->cells[4] == 0xC0000000);
    int64_t offset;
    memcpy(&offset, part->cells + 1, 8);
    CHECK(offset == -5);
    memcpy(&address, part->cells + 5, 8);
    CHECK(address == (uintptr_t)&address);
}

static void shader_texts(void) {
    const char *texts[] = {"void ", "main", "() {}xxx"};
    const GLint lengths[] = {-1, 4, 5};
    start(2, 0);
    record_glShaderSource(1, 3, texts, lengths);
    CHECK_BYTES(called("glShaderSource", 0), 2, "void \0main\0() {}", 17);
    CHECK_BYTES(called("glShaderSource", 0), 3, lengths, 12);
    record_glShaderSource(1, 2, texts, NULL);
    CHECK_BYTES(called("glShaderSource", 1), 2, "void \0main", 11);
    CHECK_WHY(called("glShaderSource", 1), 3, CAPTURE_NULL);
    record_glShaderSource(1, -1, texts, NULL);
    CHECK_WHY(called("glShaderSource", 2), 2, CAPTURE_FAILED);
}

// The recorder does not read what a driver would not read.
static void nothing_to_read(void) {
    uint8_t *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            *nothing = page + 4096;
    const char *texts[] = {"void", (const char *)nothing};
    CHECK(mprotect(nothing, 4096, PROT_NONE) == 0);
    memset(page, 'a', 4096);
    start(3, 1);
    errno = 77;
    record_glUniform4fv(-1, 1, (float *)nothing);
    record_glUniform4fv(-1, INT32_MAX, (float *)page);
    record_glUniform4fv(-1, 2, (float *)(nothing - 32)); // all there is
    record_glUniform4fv(-1, 2, (float *)(nothing - 31)); // one byte too much
    record_glUniform1iv(-1, 1, (GLint *)16);
    record_glBindAttribLocation(0, 1, (char *)nothing - 3); // without an end
    record_glShaderSource(0, 2, texts, NULL);
    record_glShaderSource(0, INT32_MAX, texts, NULL);
    record_glDeleteBuffers(INT32_MAX, (GLuint *)page);
    CHECK(errno == 77);
    CHECK_WHY(called("glUniform4fv", 0), 2, CAPTURE_FAILED);
    CHECK_WHY(called("glUniform4fv", 1), 2, CAPTURE_FAILED);
    CHECK_BYTES(called("glUniform4fv", 2), 2, nothing - 32, 32);
    CHECK_WHY(called("glUniform4fv", 3), 2, CAPTURE_FAILED);
    CHECK_WHY(called("glUniform1iv", 0), 2, CAPTURE_FAILED);
    CHECK_WHY(called("glBindAttribLocation", 0), 2, CAPTURE_FAILED);
    CHECK_WHY(called("glShaderSource", 0), 2, CAPTURE_FAILED);
    CHECK_WHY(called("glShaderSource", 1), 2, CAPTURE_FAILED);
    CHECK_WHY(called("glDeleteBuffers", 0), 1, CAPTURE_FAILED);
    trace_forget_readable(trace_self); // a swap: the memory may have been unmapped
    mprotect(page, 4096, PROT_NONE);
    record_glUniform4fv(-1, 2, (float *)(nothing - 32));
    CHECK_WHY(called("glUniform4fv", 4), 2, CAPTURE_FAILED);
    munmap(page, 8192);
}

static void labels(void) {
    start(3, 2);
    record_glPushDebugGroup(0x824A, 1, 4, "some group");
    record_glPushDebugGroup(0x824A, 1, -1, "some group");
    record_glPushDebugGroupKHR(0x824A, 1, 0, "some group");
    CHECK_BYTES(called("glPushDebugGroup", 0), 3, "some", 4);
    CHECK_BYTES(called("glPushDebugGroup", 1), 3, "some group", 10);
    CHECK_BYTES(called("glPushDebugGroupKHR", 0), 3, "", 0);
    record_glPushGroupMarkerEXT(0, "marker");
    record_glPushGroupMarkerEXT(3, "marker");
    CHECK_BYTES(called("glPushGroupMarkerEXT", 0), 1, "marker", 6);
    CHECK_BYTES(called("glPushGroupMarkerEXT", 1), 1, "mar", 3);
    record_glLabelObjectEXT(1, 2, 0, "label");
    record_glObjectLabel(1, 2, -1, NULL);
    CHECK_BYTES(called("glLabelObjectEXT", 0), 3, "label", 5);
    CHECK_WHY(called("glObjectLabel", 0), 3, CAPTURE_NULL);
}

static void give_ints(GLenum pname, GLint *data) {
    int n = pname == 0x0BA2 ? 4 : 1; // GL_VIEWPORT
    for (int i = 0; i < n; i++) data[i] = pname == 0x86A2 ? 3 : 10 + i;
}

// With this option, the program sees no formats of program binaries.
static void no_binaries(void) {
    GLint v[2] = {7, 7};
    GLint64 wide = 7;
    GLboolean byte = 7;
    GLfloat number = 7;
    start(3, 0);
    fake_driver.glGetIntegerv = give_ints;
    record_glGetIntegerv(0x87FE, v);
    CHECK(v[0] == 10);
    trace_excluded = TRACE_NO_BINARIES;
    record_glGetIntegerv(0x87FE, v);
    CHECK(v[0] == 0 && v[1] == 7);
    CHECK_BYTES(called("glGetIntegerv", 1), 1, v, 4);
    record_glGetIntegerv(0x87FF, v);
    CHECK(v[0] == 0 && called("glGetIntegerv", 2)->data[1].size == 0);
    record_glGetInteger64v(0x87FE, &wide);
    record_glGetBooleanv(0x87FE, &byte);
    record_glGetFloatv(0x87FE, &number);
    CHECK(wide == 0 && byte == 0 && number == 0);
    record_glGetIntegerv(0x0D33, v); // GL_MAX_TEXTURE_SIZE
    CHECK(v[0] == 10);
}

static void names_with_values(void) {
    GLint v[8] = {0}, expected[] = {10, 11, 12, 13};
    GLfloat color[4] = {1, 2, 3, 4};
    start(3, 0);
    fake_driver.glGetIntegerv = give_ints;
    record_glGetIntegerv(0x0BA2, v);
    CHECK_BYTES(called("glGetIntegerv", 0), 1, expected, 16);
    record_glGetIntegerv(0x0D33, v); // GL_MAX_TEXTURE_SIZE
    CHECK_BYTES(called("glGetIntegerv", 1), 1, expected, 4);
    record_glGetIntegerv(0x86A3, v); // GL_COMPRESSED_TEXTURE_FORMATS: another query returns their number
    CHECK(called("glGetIntegerv", 2)->data[1].size == 12);
    record_glGetIntegerv(0x123456, v);
    record_glGetQueryiv(0x88BF, 0x8864, v); // GL_TIME_ELAPSED_EXT, GL_QUERY_COUNTER_BITS_EXT
    CHECK_BYTES(called("glGetQueryiv", 0), 2, v, 4);
    CHECK_WHY(called("glGetIntegerv", 3), 1, CAPTURE_UNKNOWN);
    CHECK(called("glGetIntegerv", 3)->data[1].size == 4); // a query returns at least one value
    record_glTexParameterfv(0x0DE1, 0x1004, color);       // GL_TEXTURE_BORDER_COLOR
    record_glTexParameterfv(0x0DE1, 0x2801, color);       // GL_TEXTURE_MIN_FILTER
    CHECK_BYTES(called("glTexParameterfv", 0), 2, color, 16);
    CHECK_BYTES(called("glTexParameterfv", 1), 2, color, 4);
    record_glGetVertexAttribiv(0, 0x8622,
                               v); // GL_VERTEX_ATTRIB_ARRAY_ENABLED: one value, despite the registry
    CHECK(called("glGetVertexAttribiv", 0)->data[2].size == 4);
    record_glGetVertexAttribfv(0, 0x8626, color);
    CHECK(called("glGetVertexAttribfv", 0)->data[2].size == 16);
    record_glClearBufferfv(0x1800, 0, color);
    record_glClearBufferfv(0x1801, 0, color);
    CHECK_BYTES(called("glClearBufferfv", 0), 2, color, 16);
    CHECK_BYTES(called("glClearBufferfv", 1), 2, color, 4);
}

static void name_objects(GLsizei n, GLuint *names) {
    for (GLsizei i = 0; i < n; i++) names[i] = (GLuint)(40 + i);
}
static void give_log(GLuint shader, GLsizei size, GLsizei *length, GLchar *text) {
    (void)shader;
    snprintf(text, (size_t)size, "all is well");
    if (length != NULL) *length = 11;
}

static void written(void) {
    GLuint names[3], expected[] = {40, 41, 42};
    GLchar text[64];
    GLsizei length;
    start(3, 0);
    fake_driver.glGenBuffers = name_objects;
    fake_driver.glGetShaderInfoLog = give_log;
    record_glGenBuffers(3, names);
    CHECK_BYTES(called("glGenBuffers", 0), 1, expected, 12);
    record_glGetShaderInfoLog(1, sizeof text, &length, text);
    CHECK_BYTES(called("glGetShaderInfoLog", 0), 3, "all is well", 11);
    CHECK_BYTES(called("glGetShaderInfoLog", 0), 2, &length, 4);
    record_glGetShaderInfoLog(1, sizeof text, NULL, text);
    CHECK_BYTES(called("glGetShaderInfoLog", 1), 3, "all is well", 11);
    CHECK_WHY(called("glGetShaderInfoLog", 1), 2, CAPTURE_NULL);
}

static GLsizei *place; // of the count that the driver got
static void give_shaders(GLuint program, GLsizei most, GLsizei *count, GLuint *shaders) {
    (void)program;
    place = count;
    if (count != NULL) *count = 2;
    name_objects(most < 2 ? most : 2, shaders);
}
static void give_sync(GLsync sync, GLenum name, GLsizei most, GLsizei *length, GLint *values) {
    (void)sync, (void)name, (void)most;
    place = length;
    if (length != NULL) *length = 1;
    values[0] = 5;
}

// The driver gets a count of the recorder where the program has none; the rest of an array belongs to the
// program.
static void counts(void) {
    GLuint shaders[4] = {1, 2, 3, 4}, expected[] = {40, 41};
    GLint values[2] = {7, 7};
    GLsizei number;
    struct trace_thread *t = start(3, 0);
    fake_driver.glGetAttachedShaders = give_shaders;
    fake_driver.glGetSynciv = give_sync;
    record_glGetAttachedShaders(1, 4, &number, shaders);
    CHECK(place == &number && number == 2 && shaders[2] == 3);
    CHECK_BYTES(called("glGetAttachedShaders", 0), 3, expected, sizeof expected);
    CHECK_BYTES(called("glGetAttachedShaders", 0), 2, &number, sizeof number);
    record_glGetAttachedShaders(1, 4, NULL, shaders);
    CHECK(place != NULL && place != &number && shaders[2] == 3);
    CHECK_BYTES(called("glGetAttachedShaders", 1), 3, expected, sizeof expected);
    CHECK_WHY(called("glGetAttachedShaders", 1), 2, CAPTURE_NULL);
    uint64_t address;
    memcpy(&address, called("glGetAttachedShaders", 1)->cells + 2, sizeof address);
    CHECK(address == 0);                                    // as the program passed it
    record_glGetSynciv((GLsync)1, 0x9114, 2, NULL, values); // GL_SYNC_STATUS
    CHECK(place != NULL && values[0] == 5 && values[1] == 7);
    CHECK_BYTES(called("glGetSynciv", 0), 4, values, sizeof values[0]);
    t->recording = 0;
    record_glGetAttachedShaders(1, 4, NULL, shaders);
    CHECK(place == NULL);
}

static const GLubyte *give_text(GLenum name) {
    return name == 0x1F00 ? (const GLubyte *)"vendor" : NULL;
}

static void results(void) {
    start(3, 0);
    fake_driver.glGetString = give_text;
    record_glGetString(0x1F00);
    record_glGetString(1);
    CHECK_BYTES(called("glGetString", 0), 1, "vendor", 6);
    CHECK_WHY(called("glGetString", 1), 1, CAPTURE_NULL);
}

static EGLBoolean choose(EGLDisplay dpy, const EGLint *list, EGLConfig *configs, EGLint size, EGLint *n) {
    (void)dpy, (void)size;
    if (list == NULL) return 0;
    if (configs != NULL) configs[0] = (EGLConfig)7, configs[1] = (EGLConfig)8;
    *n = configs ? 2 : 5;
    return 1;
}

static void egl(void) {
    EGLint list[] = {0x3024, 8, 0x3025, 16, 0x3038, 99}, n, rects[] = {1, 2, 3, 4, 5, 6, 7, 8};
    EGLAttrib wide[] = {0x3024, 8, 0x3038};
    EGLConfig configs[4], expected[] = {(EGLConfig)7, (EGLConfig)8};
    start(3, 0);
    fake_driver.eglChooseConfig = choose;
    record_eglChooseConfig(NULL, list, configs, 4, &n);
    CHECK_BYTES(called("eglChooseConfig", 0), 1, list, 20);
    CHECK_BYTES(called("eglChooseConfig", 0), 2, expected, sizeof expected);
    CHECK_BYTES(called("eglChooseConfig", 0), 4, &n, 4);
    record_eglChooseConfig(NULL, NULL, configs, 4, &n);
    CHECK_WHY(called("eglChooseConfig", 1), 1, CAPTURE_NULL);
    CHECK_WHY(called("eglChooseConfig", 1), 2, CAPTURE_FAILED);
    CHECK_WHY(called("eglChooseConfig", 1), 4, CAPTURE_FAILED);
    record_eglChooseConfig(NULL, list, NULL, 0, &n);
    CHECK_WHY(called("eglChooseConfig", 2), 2, CAPTURE_NULL);
    record_eglCreateSync(NULL, 1, wide);
    CHECK_BYTES(called("eglCreateSync", 0), 2, wide, sizeof wide);
    record_eglSetDamageRegionKHR(NULL, NULL, rects, 2);
    CHECK_BYTES(called("eglSetDamageRegionKHR", 0), 2, rects, 32);
}

static GLenum error;
static GLenum give_error(void) {
    GLenum given = error;
    error = 0;
    return given;
}
static void refuse(GLenum pname, GLint *data) {
    (void)data;
    error = pname == 1 ? 0x0500 : 0; // GL_INVALID_ENUM
}
static EGLContext give_context(void) {
    return (EGLContext)1;
}

// With the option errors, outputs of failed calls are marked.
static void failed(void) {
    GLint v[4] = {1, 2, 3, 4};
    start(3, 0);
    fake_driver.glGetError = give_error, fake_driver.glGetIntegerv = refuse,
    fake_driver.eglGetCurrentContext = give_context;
    record_glGetIntegerv(1, v);
    CHECK_WHY(called("glGetIntegerv", 0), 1, CAPTURE_UNKNOWN);
    error = 0;
    atomic_store(&live_options.errors, 1);
    live_begin_errors(live_current_thread());
    record_glGetIntegerv(0x0D33, v);
    CHECK(called("glGetIntegerv", 1)->data[1].why == CAPTURE_DATA && count("Error") == 0);
    record_glGetIntegerv(1, v);
    CHECK_WHY(called("glGetIntegerv", 2), 1, CAPTURE_FAILED);
    CHECK(called("Error", 0) == called("glGetIntegerv", 2) + 1 && called("Error", 0)->cells[0] == 0x0500);
    record_glGetIntegerv(0x0D33, v);
    CHECK_BYTES(called("glGetIntegerv", 3), 1, v, 4);
    CHECK(count("Error") == 1 && record_glGetError() == 0x0500 && record_glGetError() == 0);
    record_glGetIntegerv(1, v);
    CHECK(record_glGetError() == 0x0500 && count("Error") == 2);
}

// Only the driver knows the size.
static void sizes_unknown(void) {
    GLubyte commands[4];
    GLfloat coeffs[4] = {0};
    start(3, 1);
    record_glGetPathCommandsNV(1, commands);
    record_glGetPathCommandsNV(1, NULL);
    record_glProgramPathFragmentInputGenNV(1, 2, 3, 4, coeffs);
    CHECK_WHY(called("glGetPathCommandsNV", 0), 1, CAPTURE_UNKNOWN);
    CHECK_WHY(called("glGetPathCommandsNV", 1), 1, CAPTURE_NULL);
    CHECK_WHY(called("glProgramPathFragmentInputGenNV", 0), 4, CAPTURE_UNKNOWN);
}

static int mine;
static void answer(GLint location, GLint n) {
    mine += location + n;
}

static void not_recorded(void) {
    struct trace_thread *t = start(3, 0);
    fake_driver.glUniform1i = answer;
    t->recording = 0;
    record_glUniform1i(2, 3);
    CHECK(mine == 5 && count("glUniform1i") == 0);
}

const struct test values[] = {
    {"matrices", matrices},
    {"cells", cells},
    {"shader texts", shader_texts},
    {"nothing to read", nothing_to_read},
    {"labels", labels},
    {"no program binaries", no_binaries},
    {"names with values", names_with_values},
    {"written", written},
    {"counts", counts},
    {"results", results},
    {"sizes that nobody knows", sizes_unknown},
    {"EGL", egl},
    {"not recorded", not_recorded},
    {"failed", failed},
    {NULL, NULL},
};
