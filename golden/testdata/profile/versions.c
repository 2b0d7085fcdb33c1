// Requires that a limit is answered only in contexts whose version has it. The driver is a fake one.
#include "zz_generated_below.h"
#include "zz_generated_contexts.h"
#include "zz_generated_explain_table.h"
#include "zz_generated_rules.h"

static int current_version, has_error;

static void fake_integer(GLenum name, GLint *data) {
    (void)name, (void)data;
    has_error = 1; // OpenGL ES 2.0 has no limit of 3D textures
}

static void fake_integer64(GLenum name, GLint64 *data) {
    if (name == 0x8073) *data = 2048;
    has_error |= name != 0x8073;
}

static int fake_clear(void) {
    int had = has_error;
    has_error = 0;
    return !had;
}

#define below_glGetIntegerv fake_integer
#define below_glGetInteger64v fake_integer64
#define layer_clear_errors fake_clear
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

int main(void) {
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
