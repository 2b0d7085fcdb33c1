#include "zz_generated_hooks.h"

#include <inttypes.h>
#include <string.h>

void hook_glUseProgram(next_glUseProgram next, GLuint program) {
    struct layer_program_info info;
    next(program);
    if (!layer_program(program, &info)) return;
    layer_logf("program %u \"%s\": %016" PRIx64, program, info.label, info.hash);
    for (uint32_t i = 0; i < info.count; i++)
        layer_logf("  shader of type 0x%x: %016" PRIx64 ", %zu bytes", info.shaders[i].type,
                   info.shaders[i].hash, strlen(info.shaders[i].source));
    layer_free_program(&info);
}
