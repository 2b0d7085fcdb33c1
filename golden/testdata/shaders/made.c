// Makes programs in other ways than glLinkProgram does, and some that do not link. It prints what each
// program is made of, and then uses it:
//
//	source TYPE TEXT    a shader of the next program
//	binary HASH SIZE    the binary of the next program
//	use WHAT            the next program is used; WHAT says how it was made
//
//	made VERSION
#define GL_GLEXT_PROTOTYPES
#include "../app.h"

#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char vertex[] = "attribute vec4 p; void main() { gl_Position = p; }";
static const char fragment[] = "precision mediump float; void main() { gl_FragColor = vec4(1, 0, 0, 1); }";
static const char missing[] = "void main() { gl_Position = f(); }";

static int failures;

static void require(int ok, const char *what) {
    if (ok) return;
    printf("failed: %s\n", what);
    failures++;
}

static GLint status(GLuint program) {
    GLint linked = -1;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    return linked;
}

// The layer logs the program in the hook of glUseProgram.
static void use(GLuint program, int linked, const char *what) {
    require(status(program) == linked, what);
    printf("use %s\n", what);
    fflush(stdout);
    glUseProgram(program);
    require((glGetError() == GL_NO_ERROR) == linked, what);
}

static void attach(GLuint program, GLenum type, const char *source) {
    GLuint s = glCreateShader(type);
    glShaderSource(s, 1, &source, NULL);
    glCompileShader(s);
    glAttachShader(program, s);
    glDeleteShader(s);
    printf("source %#x %s\n", type, source);
}

static GLuint link_program(const char *v, const char *f) {
    GLuint p = glCreateProgram();
    attach(p, GL_VERTEX_SHADER, v);
    if (f) attach(p, GL_FRAGMENT_SHADER, f);
    glLinkProgram(p);
    return p;
}

static void print_binary(const void *data, GLsizei size) {
    unsigned long long hash = 0xcbf29ce484222325ULL;
    const unsigned char *at = data;
    for (GLsizei i = 0; i < size; i++) hash = (hash ^ at[i]) * 0x100000001b3ULL;
    printf("binary %016llx %d\n", hash, size);
}

static void load_binary(GLuint from) {
    static unsigned char data[1 << 20];
    GLint formats = 0;
    GLenum format = 0;
    GLsizei size = 0;
    glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    require(formats > 0, "GL_NUM_PROGRAM_BINARY_FORMATS");
    glGetProgramBinary(from, sizeof data, &size, &format, data);
    require(size > 0 && glGetError() == GL_NO_ERROR, "glGetProgramBinary");
    GLuint p = glCreateProgram();
    glProgramBinary(p, format, data, size);
    print_binary(data, size);
    use(p, 1, "a binary");
    GLuint q = link_program(vertex, fragment);
    use(q, 1, "a program");
    glProgramBinary(q, format, data, size);
    print_binary(data, size);
    use(q, 1, "the program with a binary");
    memset(data, 0x5A, (size_t)size);
    glProgramBinary(q, format, data, size);
    print_binary(data, size);
    use(q, 0, "a binary of something else");
    (void)glGetError();
}

static GLuint create(GLenum type, const char *first, const char *second) {
    const char *strings[] = {first, second};
    printf("source %#x %s%s\n", type, first, second);
    return glCreateShaderProgramv(type, 2, strings);
}

static void create_whole_programs(void) {
    use(create(GL_VERTEX_SHADER, "attribute vec4 p; ", "void main() { gl_Position = p; }"), 1,
        "a vertex shader");
    use(create(GL_FRAGMENT_SHADER, "precision mediump float; ", "void main() { gl_FragColor = vec4(1); }"), 1,
        "a fragment shader");
    use(create(GL_VERTEX_SHADER, missing, ""), 0, "a shader that does not compile");
    require(glCreateShaderProgramv(0x1234, 1, &(const char *){vertex}) == 0, "an unknown type");
    require(glGetError() == GL_INVALID_ENUM, "an unknown type");
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int version = atoi(argv[1]);
    struct app app = start_app(version, 4);
    GLuint p = link_program(vertex, fragment);
    use(p, 1, "a program");
    use(link_program(vertex, NULL), 0, "a vertex shader without a fragment shader");
    use(link_program(missing, fragment), 0, "a vertex shader that does not compile");
    if (version >= 30) load_binary(p);
    if (version >= 31) create_whole_programs();
    eglTerminate(app.display);
    return failures != 0;
}
