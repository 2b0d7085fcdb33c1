// Makes random calls of OpenGL ES, valid and invalid ones, and swaps. Before and after each swap it queries
// every value in the file of names, every binding and every attribute. It prints the values that differ.
//
//	app NAMES VERSION SEED FRAMES [IMAGE]
//
// Each line of NAMES has a letter, g for glGet and e for glIsEnabled, and a number. If NAMES is -, each frame
// makes the same calls as the one before, with other objects, and the app queries nothing. IMAGE is a file
// for the last frame, in the format PPM.
#define GL_GLEXT_PROTOTYPES
#include "../app.h"

#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 256, OBJECTS = 4, MOST = 1 << 16 };

static int version; // times ten

// --- random values

static unsigned long long state;

static unsigned random_below(unsigned n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % n;
}

static float random_float(void) {
    return (float)random_below(1000) / 500 - 0.5f;
}

#define ONE_OF(...)                                                                                          \
    one_of((const GLenum[]){__VA_ARGS__}, sizeof((const GLenum[]){__VA_ARGS__}) / sizeof(GLenum))

// One of some values; sometimes an invalid one.
static GLenum one_of(const GLenum *values, size_t n) {
    return random_below(40) == 0 ? 0x1234 : values[random_below((unsigned)n)];
}

static GLboolean random_bool(void) {
    return (GLboolean)random_below(2);
}

// --- objects

static GLuint textures[2][OBJECTS], buffers[OBJECTS], arrays[OBJECTS], framebuffers[OBJECTS],
    renderbuffers[OBJECTS];
static GLuint samplers[OBJECTS], feedbacks[OBJECTS], pipelines[OBJECTS], programs[OBJECTS];

static GLuint shader(GLenum type, const char *source) {
    GLuint s = glCreateShader(type);
    glShaderSource(s, 1, &source, NULL);
    glCompileShader(s);
    return s;
}

static GLuint program(int links) {
    GLuint p = glCreateProgram();
    GLuint v = shader(GL_VERTEX_SHADER, "attribute vec4 p; void main() { gl_Position = p; }");
    GLuint f = shader(GL_FRAGMENT_SHADER,
                      "precision mediump float; uniform vec4 c; void main() { gl_FragColor = c; }");
    glAttachShader(p, v);
    if (links) glAttachShader(p, f);
    glLinkProgram(p);
    glDeleteShader(v);
    glDeleteShader(f);
    return p;
}

static void create_objects(void) {
    for (int i = 0; i < OBJECTS; i++) programs[i] = program(i != 3); // the last one does not link
    glGenTextures(OBJECTS, textures[0]);
    glGenTextures(OBJECTS, textures[1]);
    glGenBuffers(OBJECTS, buffers);
    glGenFramebuffers(OBJECTS, framebuffers);
    glGenRenderbuffers(OBJECTS, renderbuffers);
    if (version < 30) return;
    glGenVertexArrays(OBJECTS, arrays);
    glGenSamplers(OBJECTS, samplers);
    glGenTransformFeedbacks(OBJECTS, feedbacks);
    if (version >= 31) glGenProgramPipelines(OBJECTS, pipelines);
}

static GLuint any(const GLuint *names) {
    unsigned i = random_below(OBJECTS + 2);
    return i < OBJECTS ? names[i] : i == OBJECTS ? 0 : 987654; // a name that no driver has made
}

// --- calls

static void set_capability(void) {
    static const GLenum all[] = {GL_BLEND,
                                 GL_CULL_FACE,
                                 GL_DEPTH_TEST,
                                 GL_DITHER,
                                 GL_POLYGON_OFFSET_FILL,
                                 GL_SAMPLE_ALPHA_TO_COVERAGE,
                                 GL_SAMPLE_COVERAGE,
                                 GL_SCISSOR_TEST,
                                 GL_STENCIL_TEST,
                                 GL_PRIMITIVE_RESTART_FIXED_INDEX,
                                 GL_RASTERIZER_DISCARD,
                                 GL_SAMPLE_MASK,
                                 GL_SAMPLE_SHADING,
                                 GL_DEBUG_OUTPUT};
    GLenum cap = one_of(all, sizeof all / sizeof *all);
    if (random_bool())
        glEnable(cap);
    else
        glDisable(cap);
}

static GLenum factor(void) {
    return ONE_OF(GL_ZERO, GL_ONE, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_COLOR, GL_CONSTANT_COLOR);
}

static GLenum equation(void) {
    return ONE_OF(GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT);
}

static GLenum function(void) {
    return ONE_OF(GL_NEVER, GL_LESS, GL_EQUAL, GL_ALWAYS, GL_GEQUAL);
}

static GLenum operation(void) {
    return ONE_OF(GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_INVERT);
}

static GLenum face(void) {
    return ONE_OF(GL_FRONT, GL_BACK, GL_FRONT_AND_BACK);
}

static void set_value(void) {
    switch (random_below(26)) {
    case 0:
        return glBlendFunc(factor(), factor());
    case 1:
        return glBlendFuncSeparate(factor(), factor(), factor(), factor());
    case 2:
        return glBlendEquation(equation());
    case 3:
        return glBlendEquationSeparate(equation(), equation());
    case 4:
        return glBlendColor(random_float(), random_float(), random_float(), random_float());
    case 5:
        return glColorMask(random_bool(), random_bool(), random_bool(), random_bool());
    case 6:
        return glDepthMask(random_bool());
    case 7:
        return glStencilMask(random_below(256));
    case 8:
        return glStencilMaskSeparate(face(), random_below(256));
    case 9:
        return glClearColor(random_float(), random_float(), random_float(), random_float());
    case 10:
        return glClearDepthf(random_float());
    case 11:
        return glClearStencil((GLint)random_below(256));
    case 12:
        return glDepthFunc(function());
    case 13:
        return glDepthRangef(random_float(), random_float());
    case 14:
        return glStencilFunc(function(), (GLint)random_below(256), random_below(256));
    case 15:
        return glStencilFuncSeparate(face(), function(), (GLint)random_below(256), random_below(256));
    case 16:
        return glStencilOp(operation(), operation(), operation());
    case 17:
        return glStencilOpSeparate(face(), operation(), operation(), operation());
    case 18:
        return glViewport((GLint)random_below(99), 3, (GLsizei)random_below(300) - 20,
                          (GLsizei)random_below(300));
    case 19:
        return glScissor((GLint)random_below(99), 3, (GLsizei)random_below(300) - 20,
                         (GLsizei)random_below(300));
    case 20:
        return glCullFace(face());
    case 21:
        return glFrontFace(ONE_OF(GL_CW, GL_CCW));
    case 22:
        return glLineWidth(random_float() * 2);
    case 23:
        return glPolygonOffset(random_float(), random_float());
    case 24:
        return glSampleCoverage(random_float(), random_bool());
    default:
        return glPixelStorei(ONE_OF(GL_UNPACK_ALIGNMENT, GL_PACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH,
                                    GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_IMAGE_HEIGHT,
                                    GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS),
                             (GLint)random_below(12) - 2);
    }
}

static void set_draw_buffer(void) {
    GLuint i = random_below(5);
    switch (random_below(5)) {
    case 0:
        return random_bool() ? glEnablei(GL_BLEND, i) : glDisablei(GL_BLEND, i);
    case 1:
        return glBlendFuncSeparatei(i, factor(), factor(), factor(), factor());
    case 2:
        return glBlendEquationi(i, equation());
    case 3:
        return glColorMaski(i, random_bool(), random_bool(), random_bool(), random_bool());
    default:
        return glBlendFunci(i, factor(), factor());
    }
}

static void bind_newer(void) {
    switch (random_below(7)) {
    case 0:
        return glBindVertexArray(any(arrays));
    case 1:
        return glBindSampler(random_below(3), any(samplers));
    case 2:
        return glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, any(feedbacks));
    case 3:
        if (version >= 31) glBindProgramPipeline(any(pipelines));
        return;
    case 4:
        return glBindBufferBase(GL_UNIFORM_BUFFER, random_below(3), any(buffers));
    case 5:
        return glBindFramebuffer(ONE_OF(GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER), any(framebuffers));
    default:
        return glDrawBuffers(1, &(const GLenum){ONE_OF(GL_NONE, GL_BACK)});
    }
}

static void bind_object(void) {
    switch (random_below(8)) {
    case 0:
        return glActiveTexture(GL_TEXTURE0 + random_below(6));
    case 1:
        return glActiveTexture(GL_TEXTURE0 + random_below(3) * 100);
    case 2:
        return glBindTexture(GL_TEXTURE_2D, any(textures[0]));
    case 3:
        return glBindTexture(ONE_OF(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, GL_TEXTURE_2D),
                             any(textures[random_below(2)]));
    case 4:
        return glBindBuffer(ONE_OF(GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_PIXEL_UNPACK_BUFFER,
                                   GL_PIXEL_PACK_BUFFER, GL_COPY_READ_BUFFER, GL_UNIFORM_BUFFER),
                            any(buffers));
    case 5:
        return glBindFramebuffer(GL_FRAMEBUFFER, random_bool() ? 0 : any(framebuffers));
    case 6:
        return glBindRenderbuffer(GL_RENDERBUFFER, any(renderbuffers));
    default:
        return glUseProgram(any(programs));
    }
}

static void set_attribute(void) {
    GLuint i = random_below(3);
    static float data[64];
    if (random_bool())
        glEnableVertexAttribArray(i);
    else
        glDisableVertexAttribArray(i);
    glVertexAttribPointer(i, 1 + (GLint)random_below(4), ONE_OF(GL_FLOAT, GL_SHORT), random_bool(),
                          8 * (GLsizei)random_below(3), data);
}

// Deletes an object and makes another one.
static void delete_object(void) {
    unsigned i = random_below(OBJECTS);
    switch (random_below(5)) {
    case 0:
        glDeleteTextures(1, &textures[0][i]), glGenTextures(1, &textures[0][i]);
        break;
    case 1:
        glDeleteBuffers(1, &buffers[i]), glGenBuffers(1, &buffers[i]);
        break;
    case 2:
        glDeleteFramebuffers(1, &framebuffers[i]), glGenFramebuffers(1, &framebuffers[i]);
        break;
    case 3:
        glDeleteProgram(programs[i]), programs[i] = program(i != 3);
        break;
    default:
        if (version >= 30) glDeleteVertexArrays(1, &arrays[i]), glGenVertexArrays(1, &arrays[i]);
    }
}

static void call(void) {
    switch (random_below(8)) {
    case 0:
        return set_capability();
    case 1:
        return bind_object();
    case 2:
        return version >= 30 ? bind_newer() : bind_object();
    case 3:
        return random_below(4) == 0 ? delete_object() : set_attribute();
    case 4:
        if (version >= 32 && random_below(3) == 0) return set_draw_buffer();
        // fall through
    default:
        return set_value();
    }
}

// --- queries

struct name {
    char kind;
    GLenum value;
};
static struct name names[4096];
static int count;

static void read_names(const char *path) {
    FILE *f = fopen(path, "r");
    while (f && count < 4096 && fscanf(f, " %c %u", &names[count].kind, &names[count].value) == 2) count++;
    if (f) fclose(f);
}

static char *add(char *to, const char *what, GLenum name, int index, const GLint *values, int n) {
    to += sprintf(to, "%s %#x %d:", what, name, index);
    for (int i = 0; i < n; i++) to += sprintf(to, " %d", values[i]);
    return to + sprintf(to, "\n");
}

static const GLenum bindings[] = {GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_CUBE_MAP, GL_TEXTURE_BINDING_3D,
                                  GL_TEXTURE_BINDING_2D_ARRAY, GL_SAMPLER_BINDING};

static char *query_units(char *to) {
    GLint active = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    for (int unit = 0; unit < 8; unit++) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (size_t i = 0; i < (version >= 30 ? 5 : 2); i++) {
            GLint value = -1;
            glGetIntegerv(bindings[i], &value);
            to = add(to, "unit", bindings[i], unit, &value, 1);
        }
    }
    glActiveTexture((GLenum)active);
    return to;
}

static char *query_attributes(char *to) {
    static const GLenum all[] = {0x8622, 0x8623, 0x8624, 0x8625, 0x886A, 0x889F};
    for (GLuint i = 0; i < 4; i++) {
        for (size_t k = 0; k < 6; k++) {
            GLint value = -1;
            glGetVertexAttribiv(i, all[k], &value);
            to = add(to, "attribute", all[k], (int)i, &value, 1);
        }
        void *pointer = NULL;
        glGetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
        to += sprintf(to, "pointer %u: %d\n", i, pointer != NULL);
    }
    return to;
}

static char *query_draw_buffers(char *to) {
    static const GLenum all[] = {GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA, GL_BLEND_SRC_RGB,
                                 GL_BLEND_DST_RGB,      GL_BLEND_SRC_ALPHA,      GL_BLEND_DST_ALPHA,
                                 GL_COLOR_WRITEMASK};
    for (GLuint i = 0; i < 4; i++) {
        GLint enabled = glIsEnabledi(GL_BLEND, i);
        to = add(to, "draw buffer", GL_BLEND, (int)i, &enabled, 1);
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            GLint values[4] = {0};
            glGetIntegeri_v(all[k], i, values);
            to = add(to, "draw buffer", all[k], (int)i, values, 4);
        }
    }
    return to;
}

// Each value as the bits of a float, and all errors that the app has caused. Queries of unknown names cause
// errors.
static void query(char *to) {
    for (GLenum e; (e = glGetError()) != GL_NO_ERROR;) to += sprintf(to, "error %#x\n", e);
    for (int i = 0; i < count; i++) {
        static GLint values[1024];
        memset(values, 0, 64 * sizeof *values);
        if (names[i].kind == 'e')
            values[0] = glIsEnabled(names[i].value);
        else
            glGetFloatv(names[i].value, (GLfloat *)values);
        to = add(to, names[i].kind == 'e' ? "enabled" : "value", names[i].value, 0, values,
                 names[i].kind == 'e' ? 1 : 16);
    }
    to = query_units(to);
    to = query_attributes(to);
    if (version >= 32) to = query_draw_buffers(to);
    while (glGetError() != GL_NO_ERROR) {
    }
}

static int compare(const char *before, const char *after, int frame) {
    int different = 0;
    while (*before && *after) {
        size_t a = strcspn(before, "\n"), b = strcspn(after, "\n");
        if ((a != b || memcmp(before, after, a) != 0) && different++ < 8)
            printf("frame %d: %.*s became %.*s\n", frame, (int)a, before, (int)b, after);
        before += a + 1, after += b + 1;
    }
    if (*before || *after) printf("frame %d: a value appeared or disappeared\n", frame), different++;
    return different;
}

// Prints a hash of the state, FNV-1a of 32 bits. It is the same if a layer restores what it changes between
// the app's calls.
static void print_state(int frame, const char *text) {
    unsigned hash = 2166136261u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
    printf("state %d %08x\n", frame, hash);
}

static void write_image(const char *path) {
    static unsigned char pixels[SIZE * SIZE * 4];
    FILE *f = fopen(path, "wb");
    if (!f) return;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    if (version >= 30) {
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        glPixelStorei(GL_PACK_ROW_LENGTH, 0), glPixelStorei(GL_PACK_SKIP_ROWS, 0), glReadBuffer(GL_BACK);
    }
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    fprintf(f, "P6\n%d %d\n255\n", SIZE, SIZE);
    for (int y = SIZE - 1; y >= 0; y--)
        for (int x = 0; x < SIZE; x++) fwrite(pixels + 4 * (y * SIZE + x), 1, 3, f);
    fclose(f);
}

// The calls of a frame of a simple program.
static void draw_frame(int frame) {
    int i = frame % (OBJECTS - 1);
    glViewport(0, 0, SIZE, SIZE);
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(programs[i]);
    glActiveTexture(GL_TEXTURE0 + (GLenum)(frame % 3));
    glBindTexture(GL_TEXTURE_2D, textures[0][i]);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
    if (version >= 30) glBindVertexArray(arrays[i]);
    if (version >= 30) glBindSampler(0, samplers[i]);
    if (frame % 2)
        glEnable(GL_DEPTH_TEST);
    else
        glDisable(GL_DEPTH_TEST);
    glBlendFunc(GL_ONE, GL_ZERO);
}

int main(int argc, char **argv) {
    static char before[MOST * 8], after[MOST * 8];
    if (argc < 5) return 2;
    read_names(argv[1]);
    version = atoi(argv[2]);
    state = (unsigned long long)atoi(argv[3]);
    struct app app = start_app(version, SIZE);
    glClearColor(0.2f, 0.3f, 0.6f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    create_objects();
    int different = 0;
    for (int frame = 0; frame < atoi(argv[4]); frame++) {
        if (argv[1][0] == '-') {
            draw_frame(frame);
            eglSwapBuffers(app.display, app.surface);
            continue;
        }
        for (unsigned i = 0, calls = random_below(60); i < calls; i++) call();
        while (glGetError() != GL_NO_ERROR) {
        }
        query(before);
        print_state(frame, before);
        eglSwapBuffers(app.display, app.surface);
        query(after);
        different += compare(before, after, frame);
    }
    if (argc > 5) write_image(argv[5]);
    printf("%d values differ\n", different);
    eglMakeCurrent(app.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(app.display, app.context);
    eglTerminate(app.display);
    return different != 0;
}
