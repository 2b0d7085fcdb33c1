// Requires that a limit is answered only in contexts whose version has it, and which numbers of samples the
// functions of extensions refuse. The driver is a fake one.
#include "zz_generated_below.h"
#include "zz_generated_contexts.h"
#include "zz_generated_explain_table.h"
#include "zz_generated_rules.h"

static int current_version, has_error;
static GLenum raised;

static void fake_integer(GLenum name, GLint *data) {
    (void)name, (void)data;
    has_error = 1; // OpenGL ES 2.0 has no limit of 3D textures
}

static void fake_integer64(GLenum name, GLint64 *data) {
    if (name == 0x8073) *data = 2048;
    has_error |= name != 0x8073;
}

static void fake_formats(GLenum target, GLenum format, GLenum name, GLsizei size, GLint *data) {
    (void)target, (void)format;
    for (GLsizei i = 0; i < size; i++) data[i] = name == 0x9380 ? 2 : 8 >> i; // GL_NUM_SAMPLE_COUNTS
}

static int fake_clear(void) {
    int had = has_error;
    has_error = 0;
    return !had;
}

#define below_glGetIntegerv fake_integer
#define below_glGetInteger64v fake_integer64
#define below_glGetInternalformativ fake_formats
#define layer_clear_errors fake_clear
#define layer_keep_errors(context, last, errors) ((void)(errors))
#define layer_raise_error(error) (raised = (error), 1)
#define layer_log(text) ((void)(text))
#define layer_gl_version() current_version
#include "zz_generated_set_profile.c"

static int answers(const struct profile *p, int version) {
    GLint value = -7;
    uint64_t args[] = {0x8073, (uint64_t)(uintptr_t)&value};
    current_version = version;
    int answered = answer_value(p, GET_INT, args, version);
    if (value != (answered ? 256 : -7)) printf("version %d: %d\n", version, value);
    return answered;
}

static void refuses(const struct profile *p, const char *name, uint64_t samples, GLenum error) {
    int id = layer_find(name);
    if (id < 0) printf("no %s\n", name);
    if (id < 0) return;
    int at = functions[id].samples, format = functions[id].format;
    uint64_t args[16] = {0x8D41}; // GL_RENDERBUFFER
    raised = 0;
    if (at < 0) printf("%s has no samples\n", name);
    if (at < 0) return;
    args[at] = samples;
    if (format >= 0) args[format] = 0x8058; // GL_RGBA8
    if (refuse_samples(p, (uint32_t)id, args, 30) != (error != 0) || raised != error)
        printf("%s with %d samples: %#x, not %#x\n", name, (int)samples, raised, error);
}

static void check_refusals(void) {
    struct parser parser = {calloc(1, sizeof *parser.profile), ""};
    char text[] = "GL_MAX_SAMPLES 4\nsamples GL_RGBA8 2\n";
    if (parser.profile == NULL || parse_profile(&parser, text) != 0) return;
    refuses(parser.profile, "glRenderbufferStorageMultisample", 2, 0);
    refuses(parser.profile, "glRenderbufferStorageMultisample", 4, BAD_OPERATION);
    refuses(parser.profile, "glRenderbufferStorageMultisample", 16, 0); // the driver refuses it
    refuses(parser.profile, "glRenderbufferStorageMultisampleEXT", 2, 0);
    refuses(parser.profile, "glRenderbufferStorageMultisampleEXT", 4, BAD_OPERATION);
    refuses(parser.profile, "glFramebufferTexture2DMultisampleEXT", 4, 0); // the format is unknown
    refuses(parser.profile, "glFramebufferTexture2DMultisampleEXT", 5, BAD_VALUE);
    refuses(parser.profile, "glTexStorage3DMultisampleOES", 8, BAD_OPERATION);
    free(parser.profile);
}

int main(void) {
    check_refusals();
    struct parser parser = {calloc(1, sizeof *parser.profile), ""};
    char text[] = "GL_MAX_3D_TEXTURE_SIZE 256\n";
    if (parser.profile == NULL || parse_profile(&parser, text) != 0) return 1;
    const struct operand limit = {STATE, 0, 0, 0, -1, 0x8073};
    int64_t value = 0;
    current_version = 32;
    check_limits(parser.profile, 32);
    if (!answers(parser.profile, 32)) printf("version 3.2 has the limit\n");
    if (answers(parser.profile, 20)) printf("version 2.0 has it before its check\n");
    current_version = 20;
    check_limits(parser.profile, 20);
    if (answers(parser.profile, 20)) printf("version 2.0 has it\n");
    if (state_of(parser.profile, &limit, &value)) printf("version 2.0 has it in rules\n");
    current_version = 32;
    if (!state_of(parser.profile, &limit, &value) || value != 256) printf("version 3.2 has none in rules\n");
    free(parser.profile);
    printf("end\n");
    return 0;
}
