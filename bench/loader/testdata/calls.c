// Calls functions of OpenGL ES many times each, like any program that is linked with it. Prints the time of a
// call as lines FUNCTION NANOSECONDS. "indirect" is a call through a pointer into another shared object.
//
//     calls SHARE REFERENCE.so
//
// The functions alternate in blocks, and the shortest block counts, because other load can only make a block
// longer. SHARE, from 0 to 1, is the part of the usual number of calls to make.

#include "layer.h"
#include "screen.h"

enum { BLOCKS = 60, CALLS = 100000 };

static GLint place, cleared;
static void (*volatile reference)(int value);

// A loop of calls, and its time in nanoseconds.
#define LOOP(name, ...)                                                                                      \
    static double name##_loop(long calls) {                                                                  \
        int64_t start = now();                                                                               \
        for (long i = 0; i < calls; i++) __VA_ARGS__;                                                        \
        return (double)(now() - start);                                                                      \
    }

LOOP(error, glGetError())
LOOP(stencil, glClearStencil(1))
LOOP(texture, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT))
LOOP(blend, glBlendColor(0.5f, 0.25f, 0.125f, 1))
LOOP(uniform, glUniform4f(place, 0.5f, 0.25f, 0.125f, 1))
LOOP(integer, glGetIntegerv(GL_STENCIL_CLEAR_VALUE, &cleared))
LOOP(indirect, reference(1))

static const struct {
    const char *name;
    double (*loop)(long calls);
} functions[] = {
    {"glGetError", error_loop},   {"glClearStencil", stencil_loop}, {"glTexParameteri", texture_loop},
    {"glBlendColor", blend_loop}, {"glUniform4f", uniform_loop},    {"glGetIntegerv", integer_loop},
    {"indirect", indirect_loop},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

// A program with the uniform that the benchmark sets.
static GLuint link_program(void) {
    static const char *vertex = "uniform vec4 place; void main() { gl_Position = place; }";
    static const char *fragment = "void main() { gl_FragColor = vec4(1.0); }";
    GLuint program = glCreateProgram();
    GLint linked = 0;
    GLuint shaders[] = {glCreateShader(GL_VERTEX_SHADER), glCreateShader(GL_FRAGMENT_SHADER)};
    glShaderSource(shaders[0], 1, &vertex, NULL);
    glShaderSource(shaders[1], 1, &fragment, NULL);
    for (int i = 0; i < 2; i++) {
        glCompileShader(shaders[i]);
        glAttachShader(program, shaders[i]);
    }
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) fail("no program");
    return program;
}

static void load_reference(const char *path) {
    void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!lib) fail(dlerror());
    reference = (void (*)(int))dlsym(lib, "indirect");
    if (!reference) fail(dlerror());
}

static void measure(long calls) {
    double shortest[FUNCTIONS];
    for (int f = 0; f < FUNCTIONS; f++) shortest[f] = 1e30;
    for (int block = 0; block < BLOCKS; block++) {
        for (int f = 0; f < FUNCTIONS; f++) {
            double took = functions[f].loop(calls) / (double)calls;
            if (took < shortest[f]) shortest[f] = took;
        }
    }
    for (int f = 0; f < FUNCTIONS; f++) printf("%s %.3f\n", functions[f].name, shortest[f]);
}

int main(int argc, char **argv) {
    if (argc != 3) fail("calls SHARE REFERENCE.so");
    load_reference(argv[2]);
    make_current();
    GLuint program = link_program();
    glUseProgram(program);
    place = glGetUniformLocation(program, "place");
    if (place < 0 || glGetError() != GL_NO_ERROR) fail("no uniform");
    measure((long)(CALLS * strtod(argv[1], NULL)));
    if (glGetError() != GL_NO_ERROR || cleared != 1) fail("a call failed");
    return 0;
}
