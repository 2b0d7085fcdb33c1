// A program with many contexts and threads, and a driver that keeps the state of each context.
#ifndef STRESS_H
#define STRESS_H

#include "commands.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// The functions as the app has them: through the layer.
#define X(kind, result, name, parameters, arguments) result(*name) parameters;
struct app {
    COMMANDS(X)
};
#undef X
extern struct app app;

struct command {
    const char *name;
    enum kind kind;
    void *below; // the driver's function
    void *app;   // the address of the app's function
};
extern const struct command commands[COMMAND_COUNT];

// Ends the program.
_Noreturn void fail(const char *what, const char *name);

// --- counting, in calls.c

// The calls of a thread that have reached the driver. The app's HOOKED call has the arguments a and b;
// matched counts the calls of the driver with these.
struct calls {
    uint64_t all, by[COMMAND_COUNT];
    int last, wrong;            // the last call, and the last one that caused an error
    uint64_t before, before_by; // when the app's call began
    int hooked;
    GLuint a, b;
    uint64_t matched;
};
extern _Thread_local struct calls calls;

void call_begins(int id);
void call_ends(int id);
void call_arrives(int id);
void call_matches(int id, GLuint a, GLuint b);
void print_calls(void);

// An argument that the layer never passes: such a call reaches the driver exactly once.
enum { MARK = 0x7E570000 };

#define DO(name, ...) (call_begins(C_##name), app.name(__VA_ARGS__), call_ends(C_##name))
#define GET(name, ...)                                                                                       \
    ({                                                                                                       \
        call_begins(C_##name);                                                                               \
        __auto_type got_ = app.name(__VA_ARGS__);                                                            \
        call_ends(C_##name);                                                                                 \
        got_;                                                                                                \
    })

// --- the state of a context, in gl.c

enum { UNITS = 8, TARGETS = 4, DRAW_BUFFERS = 4, ATTRIBUTES = 2, BUFFERS = 6, CAPABILITIES = 13 };
enum { MOST_NAMES = 8192, ANY_NAME = MOST_NAMES - 1 }; // ANY_NAME need not be generated

// One kind of objects: 0 for an unused name, 1 for a generated one, else the number of the object.
struct names {
    atomic_uint last, objects[MOST_NAMES];
};

struct binding {
    GLuint name, object;
};

#define VALUES(V)                                                                                            \
    V(GL_BLEND_COLOR, 4, f, 0)                                                                               \
    V(GL_DEPTH_WRITEMASK, 1, i, 1)                                                                           \
    V(GL_STENCIL_WRITEMASK, 1, i, -1)                                                                        \
    V(GL_STENCIL_BACK_WRITEMASK, 1, i, -1)                                                                   \
    V(GL_COLOR_CLEAR_VALUE, 4, f, 0)                                                                         \
    V(GL_DEPTH_CLEAR_VALUE, 1, f, 1)                                                                         \
    V(GL_STENCIL_CLEAR_VALUE, 1, i, 0)                                                                       \
    V(GL_DEPTH_FUNC, 1, i, GL_LESS)                                                                          \
    V(GL_DEPTH_RANGE, 2, f, 0)                                                                               \
    V(GL_STENCIL_FUNC, 1, i, GL_ALWAYS)                                                                      \
    V(GL_STENCIL_FAIL, 1, i, GL_KEEP)                                                                        \
    V(GL_STENCIL_PASS_DEPTH_FAIL, 1, i, GL_KEEP)                                                             \
    V(GL_STENCIL_PASS_DEPTH_PASS, 1, i, GL_KEEP)                                                             \
    V(GL_STENCIL_BACK_FUNC, 1, i, GL_ALWAYS)                                                                 \
    V(GL_STENCIL_BACK_FAIL, 1, i, GL_KEEP)                                                                   \
    V(GL_STENCIL_BACK_PASS_DEPTH_FAIL, 1, i, GL_KEEP)                                                        \
    V(GL_STENCIL_BACK_PASS_DEPTH_PASS, 1, i, GL_KEEP)                                                        \
    V(GL_STENCIL_REF, 1, i, 0)                                                                               \
    V(GL_STENCIL_VALUE_MASK, 1, i, -1)                                                                       \
    V(GL_STENCIL_BACK_REF, 1, i, 0)                                                                          \
    V(GL_STENCIL_BACK_VALUE_MASK, 1, i, -1)                                                                  \
    V(GL_VIEWPORT, 4, i, 64)                                                                                 \
    V(GL_SCISSOR_BOX, 4, i, 64)                                                                              \
    V(GL_CULL_FACE_MODE, 1, i, GL_BACK)                                                                      \
    V(GL_FRONT_FACE, 1, i, GL_CCW)                                                                           \
    V(GL_LINE_WIDTH, 1, f, 1)                                                                                \
    V(GL_POLYGON_OFFSET_FACTOR, 1, f, 0)                                                                     \
    V(GL_POLYGON_OFFSET_UNITS, 1, f, 0)                                                                      \
    V(GL_SAMPLE_COVERAGE_VALUE, 1, f, 1)                                                                     \
    V(GL_SAMPLE_COVERAGE_INVERT, 1, i, 0)                                                                    \
    V(GL_UNPACK_ALIGNMENT, 1, i, 4)                                                                          \
    V(GL_PACK_ALIGNMENT, 1, i, 4)                                                                            \
    V(GL_UNPACK_ROW_LENGTH, 1, i, 0)                                                                         \
    V(GL_UNPACK_IMAGE_HEIGHT, 1, i, 0)                                                                       \
    V(GL_UNPACK_SKIP_PIXELS, 1, i, 0)                                                                        \
    V(GL_UNPACK_SKIP_ROWS, 1, i, 0)                                                                          \
    V(GL_UNPACK_SKIP_IMAGES, 1, i, 0)                                                                        \
    V(GL_PACK_ROW_LENGTH, 1, i, 0)                                                                           \
    V(GL_PACK_SKIP_PIXELS, 1, i, 0)                                                                          \
    V(GL_PACK_SKIP_ROWS, 1, i, 0)
#define V(name, words, kind, initial) V_##name,
enum { VALUES(V) VALUE_COUNT };
#undef V

union word {
    GLint i;
    GLfloat f;
};

struct draw_buffer {
    GLint blend, equations[2], factors[4], mask[4]; // factors: source and destination of color, then of alpha
};

struct attribute {
    GLint enabled, size, type, normalized, stride;
    GLuint buffer;
    const void *pointer;
};

// Compared as bytes: it is set to zero first.
struct state {
    struct attribute attributes[ATTRIBUTES]; // without a vertex array
    GLint capabilities[CAPABILITIES];
    struct draw_buffer draw_buffers[DRAW_BUFFERS];
    union word values[VALUE_COUNT][4];
    GLuint active; // texture unit
    struct binding textures[UNITS][TARGETS], samplers[UNITS], buffers[BUFFERS];
    struct binding array, framebuffers[2], renderbuffer, pipeline; // framebuffers: draw and read
    GLuint program;
    GLenum draw_buffer; // of the default framebuffer
    GLenum error;
};

// --- contexts, in egl.c

struct shader;
struct program;

struct group {
    struct names textures, buffers, renderbuffers, samplers;
    pthread_mutex_t lock; // for shaders and programs, which share their names
    GLuint last;
    struct shader *shaders[MOST_NAMES];
    struct program *programs[MOST_NAMES];
    int contexts; // under the lock of EGL
};

struct context {
    struct state state;
    int version; // times ten
    struct group *group;
    struct names arrays, framebuffers, pipelines;
    bool is_current, is_destroyed; // under the lock of EGL
};

extern _Thread_local struct context *current;

void begin_state(struct state *s);
void use_program(struct context *c, GLuint name); // without checks; 0 for none
void free_programs(struct group *g);

// --- the app, in app.c

void *run_app(void *number);          // a thread
void get_changes(GLint *begun_ended); // of shared objects; for hooks
void end_app(void);                   // destroys all contexts
extern atomic_bool over;
extern unsigned seed;

#endif
