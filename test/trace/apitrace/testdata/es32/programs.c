#include "es32.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GLuint compile(GLenum kind, const char *source) {
    // The source in three parts: the first with its length, the second zero-terminated, the third empty.
    size_t length = strlen(source);
    const GLchar *parts[3] = {source, source + length / 2, "not read"};
    const GLint lengths[3] = {(GLint)(length / 2), -1, 0};
    GLint status;
    char log[512];
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 3, parts, lengths);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    if (status) return shader;
    fprintf(stderr, "es32: %s\n", log);
    exit(1);
}

GLuint link_program(const char *vertex, const char *fragment) {
    GLuint program = glCreateProgram(),
           shaders[2] = {compile(GL_VERTEX_SHADER, vertex), compile(GL_FRAGMENT_SHADER, fragment)};
    GLint status;
    for (int i = 0; i < 2; i++) glAttachShader(program, shaders[i]);
    glBindAttribLocation(program, 5, "nothing");
    glProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    glLinkProgram(program);
    for (int i = 0; i < 2; i++) glDetachShader(program, shaders[i]);
    for (int i = 0; i < 2; i++) glDeleteShader(shaders[i]);
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    if (status) return program;
    fprintf(stderr, "es32: a program does not link\n");
    exit(1);
}

GLuint link_separate(GLenum kind, const char *source) {
    GLint status;
    GLuint program = glCreateShaderProgramv(kind, 1, &source);
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    if (status) return program;
    fprintf(stderr, "es32: a separate program does not link\n");
    exit(1);
}

static const char vertex[] =
    "#version 320 es\n"
    "in vec4 place;\n"
    "uniform mat3 turn[2];\n"
    "layout(std140) uniform Light { vec4 tone; mat4 glow; };\n"
    "void main() { gl_Position = place + tone + glow[1] + vec4(turn[1][0], 0.0); }\n";
static const char fragment[] = "#version 320 es\n"
                               "precision highp float;\n"
                               "uniform sampler2D image;\n"
                               "out vec4 pixel;\n"
                               "void main() { pixel = texture(image, vec2(0.5)); }\n";

static void interface(GLuint program) {
    char name[64];
    GLint i[8], length, size;
    GLuint index;
    GLenum type;
    const GLchar *names[2] = {"turn[0]", "image"};
    GLuint indices[2];
    const GLenum props[] = {GL_TYPE, GL_ARRAY_SIZE, GL_OFFSET};
    glGetActiveAttrib(program, 0, sizeof name, &length, &size, &type, name);
    glGetActiveUniform(program, 0, sizeof name, NULL, &size, &type, name);
    glGetUniformIndices(program, 2, names, indices);
    glGetActiveUniformsiv(program, 2, indices, GL_UNIFORM_TYPE, i);
    glGetActiveUniformBlockName(program, 0, sizeof name, &length, name);
    glGetActiveUniformBlockiv(program, 0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, i);
    if (i[0] <= 8) glGetActiveUniformBlockiv(program, 0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES, i);
    glGetAttribLocation(program, "place");
    glGetFragDataLocation(program, "pixel");
    glGetProgramInterfaceiv(program, GL_UNIFORM, GL_ACTIVE_RESOURCES, i);
    index = glGetProgramResourceIndex(program, GL_UNIFORM, "turn[0]");
    glGetProgramResourceName(program, GL_UNIFORM, index, sizeof name, &length, name);
    glGetProgramResourceiv(program, GL_UNIFORM, index, 3, props, 8, &length, i);
    glGetProgramResourceLocation(program, GL_UNIFORM, "turn[1]");
}

static void binaries(GLuint program) {
    static char binary[1 << 16];
    GLsizei length = 0;
    GLenum format = 0;
    GLint formats = 0;
    glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    if (formats > 0) glGetProgramBinary(program, sizeof binary, &length, &format, binary);
    if (length > 0) glProgramBinary(program, format, binary, length);
}

static void pipeline(void) {
    char log[64];
    GLint i;
    GLuint name,
        programs[2] = {
            link_separate(GL_VERTEX_SHADER, "#version 320 es\nvoid main() { gl_Position = vec4(0.0); }\n"),
            link_separate(GL_FRAGMENT_SHADER, "#version 320 es\nprecision highp float; uniform float f; out "
                                              "vec4 o;\nvoid main() { o = vec4(f); }\n")};
    glGenProgramPipelines(1, &name);
    glUseProgramStages(name, GL_VERTEX_SHADER_BIT, programs[0]);
    glUseProgramStages(name, GL_FRAGMENT_SHADER_BIT, programs[1]);
    glBindProgramPipeline(name);
    glActiveShaderProgram(name, programs[1]);
    glUniform1f(glGetUniformLocation(programs[1], "f"), 0.5f);
    glValidateProgramPipeline(name);
    glGetProgramPipelineiv(name, GL_VALIDATE_STATUS, &i);
    glGetProgramPipelineInfoLog(name, sizeof log, NULL, log);
    glIsProgramPipeline(name);
    glBindProgramPipeline(0);
    glDeleteProgramPipelines(1, &name);
    for (int k = 0; k < 2; k++) glDeleteProgram(programs[k]);
}

static void shaders(void) {
    char text[256];
    GLint range[2], precision;
    GLsizei length;
    GLuint found[2], program = glCreateProgram(), shader = compile(GL_FRAGMENT_SHADER, fragment);
    glAttachShader(program, shader);
    glGetAttachedShaders(program, 2, &length, found);
    glGetShaderSource(shader, sizeof text, &length, text);
    glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_HIGH_FLOAT, range, &precision);
    glIsShader(shader);
    glShaderBinary(0, NULL, 0x9551, NULL, 0);
    glGetError(); // there may be no binary format
    glReleaseShaderCompiler();
    glDeleteShader(shader);
    glDeleteProgram(program);
}

void query_programs(void) {
    char log[64];
    GLuint program = link_program(vertex, fragment);
    glIsProgram(program);
    interface(program);
    glValidateProgram(program);
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    binaries(program);
    glDeleteProgram(program);
    pipeline();
    shaders();
    want_no_error("programs");
}
