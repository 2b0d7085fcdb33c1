// Draws a scene in several frames, and then a quad that is green without an error. The first argument selects
// an error, with which the quad has another color. The last call reads a pixel of the quad.
#include <EGL/egl.h>
#include <GLES3/gl31.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { frames = 10, programs = 6, textures = 8, targets = 3, side = 32, texels = 8 };

static const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1};

static const char *vertexSource = "#version 310 es\n"
                                  "// A quad of a size, without vertex arrays.\n"
                                  "uniform vec4 place;\n"
                                  "uniform float depth;\n"
                                  "out vec2 at;\n"
                                  "void main() {\n"
                                  "    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
                                  "    at = corner;\n"
                                  "    vec2 size = place.zw == vec2(0) ? vec2(2) : place.zw;\n"
                                  "    vec2 from = place.zw == vec2(0) ? vec2(-1) : place.xy;\n"
                                  "    gl_Position = vec4(from + corner * size, depth, 1);\n"
                                  "}\n";

static const char *sceneSource = "#version 310 es\n"
                                 "precision highp float;\n"
                                 "uniform sampler2D image;\n"
                                 "uniform vec4 tint;\n"
                                 "in vec2 at;\n"
                                 "out vec4 color;\n"
                                 "float wave(float x) {\n"
                                 "    return 0.5 + 0.5 * sin(x * %d.0);\n"
                                 "}\n"
                                 "void main() {\n"
                                 "    vec4 texel = texture(image, at);\n"
                                 "    if (tint.a < 0.25) {\n"
                                 "        discard;\n"
                                 "    }\n"
                                 "    color = texel * tint * wave(at.x);\n"
                                 "}\n";

static GLuint shader(GLenum kind, const char *text) {
    GLuint s = glCreateShader(kind);
    glShaderSource(s, 1, &text, NULL);
    glCompileShader(s);
    GLint done;
    glGetShaderiv(s, GL_COMPILE_STATUS, &done);
    if (!done) {
        char log[1024];
        glGetShaderInfoLog(s, sizeof log, NULL, log);
        fprintf(stderr, "%s\n%s", log, text);
        exit(1);
    }
    return s;
}

static GLuint link(const char *vertex, const char *fragment) {
    GLuint p = glCreateProgram(), v = shader(GL_VERTEX_SHADER, vertex),
           f = shader(GL_FRAGMENT_SHADER, fragment);
    glAttachShader(p, v);
    glAttachShader(p, f);
    glLinkProgram(p);
    glDeleteShader(v);
    glDeleteShader(f);
    return p;
}

// color sets the four components of a uniform of the current program.
static void color(GLuint program, const char *name, const float *v) {
    glUniform4fv(glGetUniformLocation(program, name), 1, v);
}

// texture creates a texture of one color.
static GLuint texture(const float *v) {
    GLubyte pixels[texels * texels][4];
    for (int i = 0; i < texels * texels; i++)
        for (int c = 0; c < 4; c++) pixels[i][c] = (GLubyte)(255 * v[c]);
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, texels, texels, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return name;
}

static struct { GLuint programs[programs], textures[textures], targets[targets], attached[targets]; } scene;

static void createScene(void) {
    for (int i = 0; i < programs; i++) {
        char text[1024];
        snprintf(text, sizeof text, sceneSource, i + 1);
        scene.programs[i] = link(vertexSource, text);
    }
    for (int i = 0; i < textures; i++)
        scene.textures[i] = texture((float[4]){(float)i / textures, 0.5f, 1 - (float)i / textures, 1});
    for (int i = 0; i < targets; i++) {
        scene.attached[i] = texture((float[4]){0, 0, 0, 1});
        glGenFramebuffers(1, &scene.targets[i]);
        glBindFramebuffer(GL_FRAMEBUFFER, scene.targets[i]);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, scene.attached[i], 0);
    }
}

// drawPart draws a quad of the scene.
static void drawPart(int frame, int i, GLuint image) {
    GLuint p = scene.programs[(frame + i) % programs];
    glUseProgram(p);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, image);
    glUniform1i(glGetUniformLocation(p, "image"), 0);
    color(p, "tint", (float[4]){0.5f, 0.5f, (float)i / 4, 1});
    color(p, "place", (float[4]){-1 + 0.3f * (float)i, -1 + 0.1f * (float)frame, 0.5f, 0.5f});
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void drawScene(int frame) {
    GLuint target = scene.targets[frame % targets];
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glViewport(0, 0, texels, texels);
    glClearColor(0, 0, 0.2f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    for (int i = 0; i < 2; i++) drawPart(frame, i, scene.textures[(frame + i) % textures]);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, side, side);
    glClearColor(0.1f, 0.1f, 0.3f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    for (int i = 0; i < 3; i++)
        drawPart(frame, i, i == 1 ? scene.attached[frame % targets] : scene.textures[i]);
}

static const char *plainSource = "#version 310 es\n"
                                 "precision highp float;\n"
                                 "uniform vec4 tint;\n"
                                 "uniform float gain;\n"
                                 "out vec4 color;\n"
                                 "void main() {\n"
                                 "    vec4 c = tint;\n"
                                 "    if (gain > 0.0) {\n"
                                 "        c.rgb *= gain;\n"
                                 "    }\n"
                                 "    color = c;\n"
                                 "}\n";

static void drawQuad(void) {
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

// drawPlain draws a quad of a color, from a part of the width to the right.
static void drawPlain(const float *v, float depth, float left) {
    static GLuint p;
    if (p == 0) p = link(vertexSource, plainSource);
    glUseProgram(p);
    glUniform1f(glGetUniformLocation(p, "gain"), 1);
    glUniform1f(glGetUniformLocation(p, "depth"), depth);
    color(p, "tint", v);
    if (left > 0) color(p, "place", (float[4]){left - 1, -1, 2, 2});
    drawQuad();
}

static void clear(const float *v) {
    glClearColor(v[0], v[1], v[2], v[3]);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static const char *imageSource = "#version 310 es\n"
                                 "precision highp float;\n"
                                 "uniform sampler2D image;\n"
                                 "in vec2 at;\n"
                                 "out vec4 color;\n"
                                 "void main() {\n"
                                 "    vec2 scaled = at * 0.5 + 0.25;\n"
                                 "    color = texture(image, scaled);\n"
                                 "}\n";

static const char *rotateSource = "#version 310 es\n"
                                  "precision highp float;\n"
                                  "uniform sampler2D image;\n"
                                  "in vec2 at;\n"
                                  "out vec4 color;\n"
                                  "void main() {\n"
                                  "    vec4 texel = texture(image, at);\n"
                                  "    color = texel.brga;\n"
                                  "}\n";

static void drawImage(GLint unit) {
    GLuint p = link(vertexSource, imageSource);
    glUseProgram(p);
    glUniform1i(glGetUniformLocation(p, "image"), unit);
    drawQuad();
}

// The errors. Each has a part that comes in an early frame, and one that draws the quad.
static int wrong; // the error is made
static GLuint early[2];

static void drawUniform(void) {
    clear((float[4]){0, 0, 1, 1});
    drawPlain(wrong ? red : green, 0, 0);
}

static void createImages(void) {
    early[0] = texture(green);
    early[1] = texture(red);
}

static void createTargets(void) {
    early[0] = texture((float[4]){0, 0, 0, 1});
    early[1] = texture(red);
}

static void drawTexture(void) {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, early[0]);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, early[1]);
    drawImage(wrong ? 2 : 1);
}

// drawFeedback turns red into green, twice. If it reads the texture that it draws to, it turns red into green
// into blue.
static void drawFeedback(void) {
    GLuint target;
    glGenFramebuffers(1, &target);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, early[wrong], 0);
    glBindTexture(GL_TEXTURE_2D, early[1]);
    glViewport(0, 0, texels, texels);
    GLuint p = link(vertexSource, rotateSource);
    glUseProgram(p);
    glUniform1i(glGetUniformLocation(p, "image"), 0);
    drawQuad();
    drawQuad();
}

static void enableBlend(void) {
    if (wrong) glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
}

static void drawBlended(void) {
    clear(red);
    drawPlain(green, 0, 0);
}

static void enableScissor(void) {
    glScissor(0, 0, 4, 4);
    if (wrong) glEnable(GL_SCISSOR_TEST);
}

static void drawScissored(void) {
    glDisable(GL_SCISSOR_TEST);
    clear(red);
    if (wrong) glEnable(GL_SCISSOR_TEST);
    drawPlain(green, 0, 0);
}

static const char *arraySource = "#version 310 es\n"
                                 "layout(location = 0) in vec2 position;\n"
                                 "layout(location = 1) in vec4 paint;\n"
                                 "out vec4 painted;\n"
                                 "void main() {\n"
                                 "    painted = paint;\n"
                                 "    gl_Position = vec4(position, 0, 1);\n"
                                 "}\n";

static const char *paintedSource = "#version 310 es\n"
                                   "precision highp float;\n"
                                   "in vec4 painted;\n"
                                   "out vec4 color;\n"
                                   "void main() { color = painted; }\n";

static void drawArray(void) {
    const struct {
        float position[2], front[4], back[4];
    } vertices[4] = {{{-1, -1}, {0, 1, 0, 1}, {1, 0, 0, 1}},
                     {{3, -1}, {0, 1, 0, 1}, {1, 0, 0, 1}},
                     {{-1, 3}, {0, 1, 0, 1}, {1, 0, 0, 1}}};
    glUseProgram(link(arraySource, paintedSource));
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof *vertices, NULL);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof *vertices,
                          (void *)(wrong ? 6 * sizeof(float) : 2 * sizeof(float)));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisableVertexAttribArray(0);
    glDisableVertexAttribArray(1);
}

static void drawSwizzled(void) {
    char text[512];
    snprintf(text, sizeof text,
             "#version 310 es\n"
             "precision highp float;\n"
             "uniform vec4 tint;\n"
             "out vec4 color;\n"
             "vec4 convert(vec4 c) {\n"
             "    return c.%s;\n"
             "}\n"
             "void main() {\n"
             "    vec4 c = vec4(0);\n"
             "    for (int i = 0; i < 2; i++) {\n"
             "        c += 0.5 * convert(tint);\n"
             "    }\n"
             "    color = c;\n"
             "}\n",
             wrong ? "grba" : "rgba");
    GLuint p = link(vertexSource, text);
    glUseProgram(p);
    color(p, "tint", green);
    drawQuad();
}

static void drawBehind(void) {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(wrong ? GL_LEQUAL : GL_GEQUAL);
    glClearDepthf(wrong ? 1 : 0);
    clear((float[4]){0, 0, 1, 1});
    drawPlain(red, 0.25f, 0.25f);
    drawPlain(green, 0.75f, 0);
    glDisable(GL_DEPTH_TEST);
}

static const char *blockSource = "#version 310 es\n"
                                 "precision highp float;\n"
                                 "layout(std140, binding = 1) uniform Paint {\n"
                                 "    vec4 unused;\n"
                                 "    vec4 paint;\n"
                                 "};\n"
                                 "out vec4 color;\n"
                                 "void main() {\n"
                                 "    color = paint;\n"
                                 "}\n";

static void drawBlock(void) {
    GLuint buffers[2];
    glGenBuffers(2, buffers);
    for (int i = 0; i < 2; i++) {
        float paint[2][4] = {{0}};
        memcpy(paint[1], i == 0 ? green : red, sizeof green);
        glBindBuffer(GL_UNIFORM_BUFFER, buffers[i]);
        glBufferData(GL_UNIFORM_BUFFER, sizeof paint, paint, GL_STATIC_DRAW);
        glBindBufferBase(GL_UNIFORM_BUFFER, (GLuint)i + 1, buffers[i]);
    }
    if (wrong) glBindBufferBase(GL_UNIFORM_BUFFER, 1, buffers[1]);
    glUseProgram(link(vertexSource, blockSource));
    drawQuad();
}

static const char *computeSource = "#version 310 es\n"
                                   "layout(local_size_x = 1) in;\n"
                                   "layout(std430, binding = 0) buffer Paint {\n"
                                   "    vec4 paint;\n"
                                   "};\n"
                                   "void main() {\n"
                                   "    paint = vec4(0, 1, 0, 1);\n"
                                   "}\n";

static GLuint stage(GLuint pipeline, GLenum kind, GLbitfield bit, const char *text) {
    GLuint p = glCreateShaderProgramv(kind, 1, &text);
    if (pipeline != 0) glUseProgramStages(pipeline, bit, p);
    return p;
}

// drawComputed draws with a color that a compute shader writes, and once more at the left. Without a barrier
// before the first draw, a GPU can draw before the compute shader has written the color. Here the dispatch
// itself comes after it.
static void drawComputed(void) {
    GLuint buffer, pipeline;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof red, red, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glBindBufferBase(GL_UNIFORM_BUFFER, 3, buffer);
    GLuint p = stage(0, GL_COMPUTE_SHADER, 0, computeSource);
    glGenProgramPipelines(1, &pipeline);
    glBindProgramPipeline(pipeline);
    stage(pipeline, GL_VERTEX_SHADER, GL_VERTEX_SHADER_BIT,
          "#version 310 es\nvoid main() {\n    gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * "
          "2.0 - 1.0, 0, 1);\n}\n");
    stage(
        pipeline, GL_FRAGMENT_SHADER, GL_FRAGMENT_SHADER_BIT,
        "#version 310 es\nprecision highp float;\nlayout(binding = 3) uniform Paint {\n    vec4 paint;\n};\n"
        "out vec4 color;\nvoid main() {\n    color = paint;\n}\n");
    for (int step = 0; step < 2; step++) {
        glUseProgram(step == wrong ? p : 0);
        if (step == wrong) {
            glDispatchCompute(1, 1, 1);
            glMemoryBarrier(GL_UNIFORM_BARRIER_BIT);
        } else {
            drawQuad();
        }
    }
    glUseProgram(0);
    glViewport(0, 0, side / 8, side);
    drawQuad();
}

static const struct {
    const char *name;
    void (*early)(void);
    void (*draw)(void);
} bugs[] = {
    {"uniform", NULL, drawUniform},
    {"texture", createImages, drawTexture},
    {"feedback", createTargets, drawFeedback},
    {"blend", enableBlend, drawBlended},
    {"scissor", enableScissor, drawScissored},
    {"attribute", NULL, drawArray},
    {"swizzle", NULL, drawSwizzled},
    {"depth", NULL, drawBehind},
    {"block", NULL, drawBlock},
    {"barrier", NULL, drawComputed},
};

int main(int argc, char **argv) {
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    eglInitialize(display, NULL, NULL);
    eglBindAPI(EGL_OPENGL_ES_API);
    const EGLint wanted[] = {EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_ES3_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_ALPHA_SIZE,
                             8,
                             EGL_DEPTH_SIZE,
                             24,
                             EGL_NONE};
    EGLConfig config;
    EGLint count;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) return 1;
    EGLSurface surface =
        eglCreatePbufferSurface(display, config, (EGLint[]){EGL_WIDTH, side, EGL_HEIGHT, side, EGL_NONE});
    EGLContext context =
        eglCreateContext(display, config, EGL_NO_CONTEXT,
                         (EGLint[]){EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE});
    if (!eglMakeCurrent(display, surface, surface, context)) return 1;
    size_t bug = 0;
    while (bug < sizeof bugs / sizeof *bugs && (argc < 2 || strcmp(bugs[bug].name, argv[1]) != 0)) bug++;
    if (bug == sizeof bugs / sizeof *bugs) return 1;
    wrong = argc < 3;
    createScene();
    for (int frame = 0; frame < frames; frame++) {
        drawScene(frame);
        if (frame == 3 && bugs[bug].early) bugs[bug].early();
        eglSwapBuffers(display, surface);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    bugs[bug].draw();
    GLubyte pixels[16];
    glReadPixels(side / 8 - 2, 2, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (size_t i = 0; i < sizeof pixels; i++) printf("%02x", pixels[i]);
    printf("\n");
    eglSwapBuffers(display, surface);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    eglDestroySurface(display, surface);
    eglTerminate(display);
    return 0;
}
