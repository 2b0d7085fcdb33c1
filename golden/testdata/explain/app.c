// Makes calls that break rules of the specifications. Before each, it prints the number of the case to
// stderr, where the layer logs.
//
//	app [FIRST [COUNT]]
#define GL_GLEXT_PROTOTYPES
#include "../app.h"

#include <GLES3/gl32.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>

static EGLDisplay display;
static EGLConfig config;
static EGLSurface surface;
static EGLContext context;

// Objects that exist. program is linked and not in use, raw is not linked, computing has a compute shader.
static GLuint program, raw, computing, shader, texture, buffer, framebuffer, renderbuffer, vertex_array;
static GLuint immutable, feedback, query, sampler, pipeline;

// Programs with a tessellation shader, and with geometry shaders for points and for lines.
static GLuint tessellating, geometric, geometric_lines;
static int version; // times ten

// Memory for all pointers.
static union {
    char bytes[1 << 16];
    GLint ints[1 << 14];
    GLfloat floats[1 << 14];
} memory;

static GLint state(GLenum name) {
    GLint values[16] = {0};
    glGetIntegerv(name, values);
    return values[0];
}

static GLint state_at(GLenum name, GLuint index) {
    GLint value = 0;
    glGetIntegeri_v(name, index, &value);
    return value;
}

static GLuint compile(GLenum type, const char *source) {
    GLuint name = glCreateShader(type);
    glShaderSource(name, 1, &source, NULL);
    glCompileShader(name);
    return name;
}

static GLuint link(const char *vertex, const char *fragment) {
    GLuint name = glCreateProgram();
    GLint linked = 0;
    glAttachShader(name, compile(GL_VERTEX_SHADER, vertex));
    glAttachShader(name, shader = compile(GL_FRAGMENT_SHADER, fragment));
    glBindAttribLocation(name, 0, "position");
    if (version >= 30)
        glTransformFeedbackVaryings(name, 1, (const char *const[]){"middle"}, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(name);
    glGetProgramiv(name, GL_LINK_STATUS, &linked);
    if (linked) return name;
    fprintf(stderr, "app: a program does not link\n");
    exit(1);
}

static GLint location(const char *name) {
    return glGetUniformLocation(program, name);
}

static const char vertex2[] =
    "attribute vec4 position; uniform float one; uniform vec4 four; uniform mat4 matrix;\n"
    "void main() { gl_Position = matrix * position * one + four; }\n";
static const char fragment2[] =
    "precision mediump float; uniform sampler2D image; uniform int number;\n"
    "void main() { gl_FragColor = texture2D(image, vec2(0.5)) * float(number); }\n";

static const char vertex3[] = "#version 300 es\n"
                              "in vec4 position; uniform float one; uniform vec4 four; uniform mat4 matrix; "
                              "uniform block { vec4 inside; };\n"
                              "out vec4 middle; uniform vec2 list[3];\n"
                              "void main() { middle = position + inside; gl_Position = matrix * position * "
                              "one + four + list[2].xyxy; }\n";
static const char fragment3[] =
    "#version 300 es\n"
    "precision mediump float; uniform sampler2D image; uniform int number; uniform uint natural; in vec4 "
    "middle;\n"
    "out vec4 color;\n"
    "void main() { color = texture(image, middle.xy) * float(number) * float(natural); }\n";
static const char compute3[] =
    "#version 310 es\n"
    "layout(local_size_x = 1) in; layout(std430, binding = 0) buffer b { int values[]; };\n"
    "void main() { values[0] = 1; }\n";

static const char vertex32[] = "#version 320 es\nvoid main() { gl_Position = vec4(1); }\n";
static const char fragment32[] = "#version 320 es\nprecision mediump float; out vec4 color;\n"
                                 "void main() { color = vec4(1); }\n";
static const char control32[] = "#version 320 es\nlayout(vertices = 3) out;\n"
                                "void main() { gl_TessLevelOuter[0] = 1.0; gl_TessLevelInner[0] = 1.0; }\n";
static const char evaluation32[] =
    "#version 320 es\nlayout(triangles) in;\nvoid main() { gl_Position = vec4(1); }\n";
static const char points32[] = "#version 320 es\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
                               "void main() { gl_Position = vec4(1); EmitVertex(); }\n";
static const char lines32[] = "#version 320 es\nlayout(lines) in; layout(points, max_vertices = 1) out;\n"
                              "void main() { gl_Position = vec4(1); EmitVertex(); }\n";

static GLuint link_stages(const char *control, const char *evaluation, const char *geometry) {
    GLuint name = glCreateProgram();
    glAttachShader(name, compile(GL_VERTEX_SHADER, vertex32));
    glAttachShader(name, compile(GL_FRAGMENT_SHADER, fragment32));
    if (control != NULL) glAttachShader(name, compile(GL_TESS_CONTROL_SHADER, control));
    if (evaluation != NULL) glAttachShader(name, compile(GL_TESS_EVALUATION_SHADER, evaluation));
    if (geometry != NULL) glAttachShader(name, compile(GL_GEOMETRY_SHADER, geometry));
    glLinkProgram(name);
    return name;
}

// Uses a pipeline with an evaluation shader and without a control shader.
static void use_evaluation(void) {
    const char *sources[] = {vertex32, evaluation32, fragment32};
    GLuint name;
    glGenProgramPipelines(1, &name);
    glUseProgramStages(name, GL_VERTEX_SHADER_BIT, glCreateShaderProgramv(GL_VERTEX_SHADER, 1, &sources[0]));
    glUseProgramStages(name, GL_TESS_EVALUATION_SHADER_BIT,
                       glCreateShaderProgramv(GL_TESS_EVALUATION_SHADER, 1, &sources[1]));
    glUseProgramStages(name, GL_FRAGMENT_SHADER_BIT,
                       glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &sources[2]));
    glUseProgram(0);
    glBindProgramPipeline(name);
}

static void make_program(void) {
    program = version >= 30 ? link(vertex3, fragment3) : link(vertex2, fragment2);
    raw = glCreateProgram();
}

// Reports whether no case has deleted the program or linked it again.
static int has_program(void) {
    return glIsProgram(program) && glIsShader(shader) && location("one") >= 0;
}

static void make_objects(void) {
    make_program();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 256, NULL, GL_STATIC_DRAW);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    if (version < 30) return;
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    glGenTextures(1, &immutable);
    glBindTexture(GL_TEXTURE_2D, immutable);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    glGenTransformFeedbacks(1, &feedback);
    glGenQueries(1, &query);
    glGenSamplers(1, &sampler);
    if (version < 31) return;
    glGenProgramPipelines(1, &pipeline);
    glBindProgramPipeline(pipeline);
    computing = glCreateProgram();
    glAttachShader(computing, compile(GL_COMPUTE_SHADER, compute3));
    glLinkProgram(computing);
    if (version < 32) return;
    tessellating = link_stages(control32, evaluation32, NULL);
    geometric = link_stages(NULL, NULL, points32);
    geometric_lines = link_stages(NULL, NULL, lines32);
}

// Restores the state in which a case begins.
static void reset(void) {
    static const GLenum targets[] = {
        GL_ARRAY_BUFFER,        GL_ELEMENT_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER,
        GL_PIXEL_UNPACK_BUFFER, GL_COPY_READ_BUFFER,     GL_COPY_WRITE_BUFFER,
        GL_UNIFORM_BUFFER,      GL_DRAW_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER};
    size_t count = version >= 31 ? sizeof targets / sizeof *targets : version >= 30 ? 7 : 2;
    eglMakeCurrent(display, surface, surface, context);
    if (version >= 30) {
        if (state(GL_TRANSFORM_FEEDBACK_ACTIVE)) glEndTransformFeedback();
        glEndQuery(GL_ANY_SAMPLES_PASSED);
        glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
        glBindVertexArray(0);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glUnmapBuffer(GL_ARRAY_BUFFER);
        glBufferData(GL_ARRAY_BUFFER, 256, NULL, GL_STATIC_DRAW);
        glBindTexture(GL_TEXTURE_3D, 0);
        glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glReadBuffer(GL_BACK);
    }
    if (version >= 31) glBindProgramPipeline(0);
    if (version >= 32)
        while (state(GL_DEBUG_GROUP_STACK_DEPTH) > 1) glPopDebugGroup();
    for (size_t i = 0; i < count; i++) glBindBuffer(targets[i], 0);
    glUseProgram(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
    glDisableVertexAttribArray(0);
    if (!has_program()) make_program();
    while (glGetError() != GL_NO_ERROR) continue;
    memset(&memory, 0, sizeof memory);
}

// --- what cases share

// Binds the buffer to a target and maps it.
static void map_at(GLenum target, GLbitfield access) {
    glBindBuffer(target, buffer);
    glMapBufferRange(target, 0, 16, access);
}

// Starts transform feedback, with the program in use.
static void begin_feedback(void) {
    glUseProgram(program);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBeginTransformFeedback(GL_POINTS);
}

// Returns another display than that of the app, initialized; the app's if the driver has no devices.
static EGLDisplay other_display(void) {
    PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    EGLDeviceEXT device;
    EGLint count = 0;
    if (!query || !query(1, &device, &count) || count == 0) return display;
    EGLDisplay other = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, NULL);
    return eglInitialize(other, NULL, NULL) ? other : display;
}

static EGLContext elsewhere;
static sem_t made, never;

static void *use_context(void *unused) {
    (void)unused;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, elsewhere);
    sem_post(&made);
    sem_wait(&never);
    return NULL;
}

// Returns a context that is current on another thread, which exists as long as the app.
static EGLContext used_context(void) {
    pthread_t thread;
    if (elsewhere) return elsewhere;
    elsewhere = eglCreateContext(display, config, EGL_NO_CONTEXT,
                                 (const EGLint[]){EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE});
    sem_init(&made, 0, 0), sem_init(&never, 0, 0);
    if (pthread_create(&thread, NULL, use_context, NULL) == 0) sem_wait(&made);
    return elsewhere;
}

// Creates a texture with levels, and binds it.
static void new_texture(GLenum target) {
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(target, name);
}

// Binds a framebuffer with an image of a format.
static void bind_framebuffer(GLenum format, GLsizei samples) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, 4, 4);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
}

// Creates a framebuffer with an image of a format, and binds it to a target.
static void bind_new_framebuffer(GLenum target, GLenum format, GLsizei samples) {
    GLuint name, image;
    GLenum attachment = format == GL_DEPTH_COMPONENT16 ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0;
    if (format == GL_DEPTH24_STENCIL8 || format == GL_DEPTH32F_STENCIL8)
        attachment = GL_DEPTH_STENCIL_ATTACHMENT;
    glGenFramebuffers(1, &name);
    glBindFramebuffer(target, name);
    glGenRenderbuffers(1, &image);
    glBindRenderbuffer(GL_RENDERBUFFER, image);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, 4, 4);
    glFramebufferRenderbuffer(target, attachment, GL_RENDERBUFFER, image);
}

// Binds framebuffers for reading and drawing.
static void bind_pair(GLenum read, GLsizei read_samples, GLenum draw, GLsizei draw_samples) {
    bind_new_framebuffer(GL_READ_FRAMEBUFFER, read, read_samples);
    bind_new_framebuffer(GL_DRAW_FRAMEBUFFER, draw, draw_samples);
}

// Binds a framebuffer without an image.
static void bind_incomplete(void) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0);
}

// Gives the buffer at a target storage that cannot be replaced.
static void make_immutable(GLenum target) {
    typedef void storage(GLenum target, GLsizeiptr size, const void *data, GLbitfield flags);
    storage *give = (storage *)eglGetProcAddress("glBufferStorageEXT");
    if (give != NULL) give(target, 4, NULL, 0);
}

struct test_case {
    int since; // version times ten
    void (*run)(void);
};

#include "cases.h"

static void make_context(void) {
    struct app a = start_app(20, 16);
    EGLint id[] = {EGL_CONFIG_ID, 0, EGL_NONE}, count;
    int major = 0, minor = 0;
    display = a.display, surface = a.surface, context = a.context;
    eglQueryContext(display, context, EGL_CONFIG_ID, &id[1]);
    eglChooseConfig(display, id, &config, 1, &count);
    sscanf((const char *)glGetString(GL_VERSION), "OpenGL ES %d.%d", &major, &minor);
    version = 10 * major + minor;
    printf("version %d\n", version);
}

static unsigned messages; // about errors, from the driver

static void GL_APIENTRY count_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                      const GLchar *text, const void *data) {
    (void)source, (void)id, (void)severity, (void)length, (void)text, (void)data;
    messages += type == GL_DEBUG_TYPE_ERROR;
}

// Prints the errors and the messages that the app receives.
static void print_errors(size_t i) {
    GLenum error;
    printf("%zu: %04x", i, (unsigned)eglGetError());
    while ((error = glGetError()) != GL_NO_ERROR) printf(" %04x", error);
    printf(" %u messages\n", messages);
}

int main(int argc, char **argv) {
    size_t first = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    size_t end = argc > 2 ? first + strtoul(argv[2], NULL, 10) : sizeof cases / sizeof *cases;
    make_context();
    make_objects();
    for (size_t i = first; i < end; i++) {
        if (cases[i].since > version) continue;
        reset();
        eglGetError();
        if (version >= 32) {
            glDebugMessageCallback(count_message, NULL);
            glEnable(GL_DEBUG_OUTPUT);
            glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        }
        messages = 0;
        fprintf(stderr, "case %zu\n", i);
        cases[i].run();
        print_errors(i);
        fprintf(stderr, "end\n");
    }
    return 0;
}
