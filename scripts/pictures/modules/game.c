/* The program of the pictures of modules. Over Mesa it draws a flower off screen, with a shadow pass, and
 * makes the mistakes that modules find: a call that fails, a texture that is not deleted, and with --crash a
 * draw from an invalid address. */
#include <EGL/egl.h>
#include <GLES3/gl32.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 256, SHADOW = 512, PETALS = 9, PAUSE = 8000 /* microseconds */ };

static EGLDisplay display;
static EGLSurface surface;
static EGLContext context;
static int has_labels;
static GLuint program, terrain, atlas, shadow, vertices;

/* --- the functions with which the module atrace adds slices, as in Android's libandroid.so */

enum { MOST_SLICES = 64 };

static int traced;  /* the system traces */
static int printed; /* slices are kept */
static struct {
    char name[40];
    struct timespec start;
    double took;
} slices[MOST_SLICES];
static int slice_count, open_slice = -1;

int ATrace_isEnabled(void) {
    return traced;
}

void ATrace_beginSection(const char *name) {
    if (!printed || slice_count == MOST_SLICES) return;
    open_slice = slice_count++;
    snprintf(slices[open_slice].name, sizeof slices->name, "%s", name);
    clock_gettime(CLOCK_MONOTONIC, &slices[open_slice].start);
}

void ATrace_endSection(void) {
    struct timespec now;
    if (open_slice < 0) return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    slices[open_slice].took = (double)(now.tv_sec - slices[open_slice].start.tv_sec) * 1e6 +
                              (double)(now.tv_nsec - slices[open_slice].start.tv_nsec) / 1e3;
    open_slice = -1;
}

static void print_slices(void) {
    for (int i = 0; i < slice_count; i++) printf("%9.1f us  %s\n", slices[i].took, slices[i].name);
}

/* --- the program */

static int compile(GLenum type, const char *source) {
    GLuint shader = glCreateShader(type);
    GLint ok = 0;
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    glAttachShader(program, shader);
    glDeleteShader(shader);
    return ok;
}

static void make_program(void) {
    GLint ok = 0;
    program = glCreateProgram();
    if (has_labels) glObjectLabel(GL_PROGRAM, program, -1, "flower");
    ok = compile(GL_VERTEX_SHADER,
                 "#version 300 es\nin vec2 at;\nuniform float angle;\nout float edge;\n"
                 "void main() {\n  float s = sin(angle), c = cos(angle);\n  edge = length(at);\n"
                 "  gl_Position = vec4(mat2(c, s, -s, c) * at, 0.0, 1.0);\n}\n");
    ok = ok &&
         compile(GL_FRAGMENT_SHADER,
                 "#version 300 es\nprecision mediump float;\nuniform vec3 color;\nin float edge;\n"
                 "out vec4 result;\nvoid main() { result = vec4(color * (0.35 + 0.65 * edge), 1.0); }\n");
    if (!ok) fprintf(stderr, "game: a shader does not compile\n");
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok) fprintf(stderr, "game: the program does not link\n");
    glUseProgram(program);
}

static GLuint make_texture(const char *label, GLenum format, int levels, int size) {
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    if (has_labels) glObjectLabel(GL_TEXTURE, name, -1, label);
    glTexStorage2D(GL_TEXTURE_2D, levels, format, size, size);
    return name;
}

static void make_objects(void) {
    static const GLfloat petal[] = {0.0f, 0.0f, 0.55f, 0.14f, 0.9f,  0.0f,
                                    0.0f, 0.0f, 0.9f,  0.0f,  0.55f, -0.14f};
    GLenum error;
    glGenBuffers(1, &vertices);
    glBindBuffer(GL_ARRAY_BUFFER, vertices);
    glBufferData(GL_ARRAY_BUFFER, sizeof petal, petal, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    terrain = make_texture("terrain", GL_RGBA8, 10, 512);
    atlas = make_texture("atlas", GL_R8, 1, 4096);
    if ((error = glGetError()) != GL_NO_ERROR) fprintf(stderr, "game: the atlas: GL error 0x%04x\n", error);
    shadow = make_texture("shadow", GL_RGBA8, 1, SHADOW);
    GLuint framebuffer;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, shadow, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        fprintf(stderr, "game: no shadows: the framebuffer is incomplete\n");
}

static void draw_petals(int count, float turn, float light) {
    for (int i = 0; i < count; i++) {
        float angle = turn + (float)i * 6.2832f / (float)count, hue = (float)i / (float)count * 6.2832f;
        glUniform1f(glGetUniformLocation(program, "angle"), angle);
        glUniform3f(glGetUniformLocation(program, "color"), light * (0.6f + 0.4f * sinf(hue)),
                    light * (0.6f + 0.4f * sinf(hue + 2.1f)), light * (0.6f + 0.4f * sinf(hue + 4.2f)));
        glDrawArrays(GL_TRIANGLES, 0, 6);
    }
}

static int draw_frame(int frame) {
    if (has_labels) glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "shadows");
    glBindFramebuffer(GL_FRAMEBUFFER, 1);
    glViewport(0, 0, SHADOW, SHADOW);
    glClear(GL_COLOR_BUFFER_BIT);
    draw_petals(3, 0.0f, 0.0f);
    if (has_labels) glPopDebugGroup();
    if (has_labels) glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "scene");
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, SIZE, SIZE);
    glBindTexture(GL_TEXTURE_2D, shadow);
    glBindBuffer(GL_ARRAY_BUFFER, vertices);
    glClearColor(0.09f, 0.11f, 0.18f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    draw_petals(PETALS, (float)frame * 0.02f, 1.0f);
    if (has_labels) glPopDebugGroup();
    return eglSwapBuffers(display, surface);
}

/* A texture of 512 x 512 does not have this part. */
static void update_terrain(void) {
    static const unsigned char row[4 * 1024];
    glBindTexture(GL_TEXTURE_2D, terrain);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1024, 1, GL_RGBA, GL_UNSIGNED_BYTE, row);
}

static void crash(void) {
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, (const void *)(uintptr_t)0x10);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glFinish();
}

static int open_context(void) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_ES3_BIT, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &count) ||
        count == 0)
        return 0;
    surface = eglCreatePbufferSurface(display, config, size);
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    return eglMakeCurrent(display, surface, surface, context);
}

int main(int argc, char **argv) {
    int frames = 130, crashes = 0, errors = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--crash") == 0) crashes = 1;
        if (strcmp(argv[i], "--traced") == 0) traced = 1;
        if (strcmp(argv[i], "--frames") == 0 && i + 1 < argc) frames = atoi(argv[++i]);
    }
    if (!open_context()) {
        fprintf(stderr, "game: no context: EGL error 0x%04x\n", (unsigned)eglGetError());
        return 1;
    }
    const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
    printf("game: timer queries: %s\n", strstr(extensions, "GL_EXT_disjoint_timer_query") ? "yes" : "no");
    fflush(stdout);
    has_labels = strstr(extensions, "GL_KHR_debug") != NULL;
    make_program();
    make_objects();
    for (int i = 0; i < frames; i++) {
        printed = traced && i == frames - 1;
        if (!draw_frame(i)) {
            fprintf(stderr, "game: frame %d was not shown: EGL error 0x%04x\n", i, (unsigned)eglGetError());
            break;
        }
        printed = 0;
        if (i == 1) update_terrain();
        if (i == 2 && crashes) crash();
        usleep(PAUSE);
    }
    print_slices();
    for (GLenum error; errors < 4 && (error = glGetError()) != GL_NO_ERROR; errors++)
        printf("game: glGetError: 0x%04x\n", error);
    glDeleteTextures(1, &terrain);
    glDeleteTextures(1, &shadow);
    glDeleteProgram(program);
    glDeleteBuffers(1, &vertices);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    eglTerminate(display);
    return 0;
}
