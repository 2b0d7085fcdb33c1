// Balls on a brick floor, with shadows: a program that uses the features of OpenGL ES 3, for recordings to
// view.
//
// orbit FRAMES MICROSECONDS [FILE]: draws a number of frames with a pause after each; it ends earlier when
// FILE exists.
#include "shapes.h"

#include <EGL/egl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WIDTH = 640, HEIGHT = 360, SHADOW = 1024, BALLS = 7, HITCH = 12 };

static const char depth_vertex[] = "#version 300 es\n"
                                   "layout(location = 0) in vec3 place;\n"
                                   "uniform mat4 shadow, model;\n"
                                   "void main() { gl_Position = shadow * model * vec4(place, 1); }\n";
static const char depth_fragment[] = "#version 300 es\nprecision mediump float;\nvoid main() {}\n";
static const char lit_vertex[] = "#version 300 es\n"
                                 "layout(location = 0) in vec3 place;\n"
                                 "layout(location = 1) in vec3 normal;\n"
                                 "layout(location = 2) in vec2 at;\n"
                                 "uniform mat4 camera, shadow, model;\n"
                                 "out vec3 world, up;\n"
                                 "out vec2 image;\n"
                                 "out vec4 seen;\n"
                                 "void main() {\n"
                                 "    vec4 p = model * vec4(place, 1);\n"
                                 "    world = p.xyz;\n"
                                 "    up = mat3(model) * normal;\n"
                                 "    image = at;\n"
                                 "    seen = shadow * p * 0.5 + 0.5;\n"
                                 "    gl_Position = camera * p;\n"
                                 "}\n";
static const char lit_fragment[] =
    "#version 300 es\n"
    "precision highp float;\n"
    "in vec3 world, up;\n"
    "in vec2 image;\n"
    "in vec4 seen;\n"
    "layout(std140) uniform Light { vec4 sun, sky, eye; };\n"
    "uniform sampler2D surface;\n"
    "uniform highp sampler2DShadow shade;\n"
    "uniform vec4 tint;\n"
    "out vec4 color;\n"
    "void main() {\n"
    "    vec3 n = normalize(up), l = normalize(sun.xyz), v = normalize(eye.xyz - world);\n"
    "    float lit = texture(shade, vec3(seen.xy, seen.z - 0.004)) * max(dot(n, l), 0.0);\n"
    "    float shine = pow(max(dot(n, normalize(l + v)), 0.0), 48.0) * lit * tint.a;\n"
    "    vec3 base = texture(surface, image).rgb * tint.rgb;\n"
    "    float haze = clamp((length(eye.xyz - world) - 8.0) / 14.0, 0.0, 1.0);\n"
    "    color = vec4(mix(base * (sky.rgb * 0.35 + lit * 0.9) + shine, sky.rgb, haze), 1);\n"
    "}\n";

static struct {
    struct shape ball, ground;
    GLuint depth, lit, bricks, marble, light, framebuffer, shade;
} scene;

static EGLDisplay display;
static EGLSurface surface;

static int start(void) {
    static const EGLint want[] = {EGL_SURFACE_TYPE,
                                  EGL_PBUFFER_BIT,
                                  EGL_RENDERABLE_TYPE,
                                  EGL_OPENGL_ES3_BIT,
                                  EGL_RED_SIZE,
                                  8,
                                  EGL_DEPTH_SIZE,
                                  24,
                                  EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE};
    EGLConfig config;
    EGLint n;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, want, &config, 1, &n) || n < 1)
        return 0;
    surface = eglCreatePbufferSurface(display, config, size);
    return eglMakeCurrent(display, surface, surface,
                          eglCreateContext(display, config, EGL_NO_CONTEXT, version));
}

static void make_shade(void) {
    glGenTextures(1, &scene.shade);
    glBindTexture(GL_TEXTURE_2D, scene.shade);
    glObjectLabel(GL_TEXTURE, scene.shade, -1, "shadow map");
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, SHADOW, SHADOW);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glGenFramebuffers(1, &scene.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, scene.framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, scene.shade, 0);
    glObjectLabel(GL_FRAMEBUFFER, scene.framebuffer, -1, "shadow");
}

static void make(void) {
    scene.ball = ball();
    scene.ground = ground();
    scene.bricks = bricks();
    scene.marble = marble();
    scene.depth = link_program(depth_vertex, depth_fragment, "depth");
    scene.lit = link_program(lit_vertex, lit_fragment, "lit");
    make_shade();
    glGenBuffers(1, &scene.light);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, scene.light);
    glBufferData(GL_UNIFORM_BUFFER, 48, NULL, GL_DYNAMIC_DRAW);
    glObjectLabel(GL_BUFFER, scene.light, -1, "light");
    glUniformBlockBinding(scene.lit, glGetUniformBlockIndex(scene.lit, "Light"), 0);
    glUseProgram(scene.lit);
    glUniform1i(glGetUniformLocation(scene.lit, "surface"), 0);
    glUniform1i(glGetUniformLocation(scene.lit, "shade"), 1);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
}

static void matrix(GLuint program, const char *name, struct matrix m) {
    glUniformMatrix4fv(glGetUniformLocation(program, name), 1, GL_FALSE, m.m);
}

static void draw(GLuint program, const struct shape *s, struct matrix model) {
    matrix(program, "model", model);
    glBindVertexArray(s->array);
    glDrawElements(GL_TRIANGLES, s->count, GL_UNSIGNED_SHORT, NULL);
}

static void balls(GLuint program, float time) {
    static const float tints[BALLS][4] = {{1, 0.85f, 0.4f, 1},        {0.95f, 0.3f, 0.25f, 0.9f},
                                          {0.3f, 0.6f, 0.95f, 0.9f},  {0.4f, 0.8f, 0.45f, 0.9f},
                                          {0.75f, 0.45f, 0.9f, 0.9f}, {0.95f, 0.6f, 0.2f, 0.9f},
                                          {0.9f, 0.9f, 0.95f, 0.9f}};
    for (int i = 0; i < BALLS; i++) {
        float angle = time * (0.4f + 0.06f * (float)i) + (float)i * 0.9f,
              far = i == 0 ? 0 : 1.6f + 0.42f * (float)i, size = i == 0 ? 1.1f : 0.42f;
        if (program == scene.lit) glUniform4fv(glGetUniformLocation(program, "tint"), 1, tints[i]);
        draw(program, &scene.ball,
             place(far * cosf(angle), size + (i == 0 ? 0 : 0.5f + 0.4f * sinf(angle * 2)), far * sinf(angle),
                   size));
    }
}

static void group(const char *name) {
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, name);
}

static void frame(int n) {
    static const float origin[3] = {0, 0.4f, 0};
    float time = (float)n * 0.05f, sun[3] = {4, 6, 3},
          eye[3] = {7.5f * cosf(time * 0.1f + 1), 3.6f, 7.5f * sinf(time * 0.1f + 1)};
    const float light[12] = {sun[0], sun[1], sun[2], 0, 0.62f, 0.74f, 0.88f, 1, eye[0], eye[1], eye[2], 1};
    struct matrix shadow = times(box(6, 0.5f, 20), look_at(sun, origin));
    group("Shadow map");
    glBindFramebuffer(GL_FRAMEBUFFER, scene.framebuffer);
    glViewport(0, 0, SHADOW, SHADOW);
    glClear(GL_DEPTH_BUFFER_BIT);
    glUseProgram(scene.depth);
    matrix(scene.depth, "shadow", shadow);
    balls(scene.depth, time);
    glPopDebugGroup();
    group("Scene");
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, WIDTH, HEIGHT);
    glClearColor(0.62f, 0.74f, 0.88f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof light, light);
    glUseProgram(scene.lit);
    matrix(scene.lit, "camera",
           times(perspective(0.8f, (float)WIDTH / HEIGHT, 0.1f, 40), look_at(eye, origin)));
    matrix(scene.lit, "shadow", shadow);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, scene.shade);
    glActiveTexture(GL_TEXTURE0);
    group("Balls");
    glBindTexture(GL_TEXTURE_2D, scene.marble);
    balls(scene.lit, time);
    glPopDebugGroup();
    group("Ground");
    glBindTexture(GL_TEXTURE_2D, scene.bricks);
    glUniform4f(glGetUniformLocation(scene.lit, "tint"), 1, 1, 1, 0.1f);
    draw(scene.lit, &scene.ground, place(0, 0, 0, 1));
    glPopDebugGroup();
    glPopDebugGroup();
    if (n % HITCH == HITCH - 1) glFinish();
}

int main(int argc, char **argv) {
    if (argc < 3 || !start()) return 2;
    int frames = atoi(argv[1]), pause = atoi(argv[2]);
    make();
    for (int n = 0; n < frames && !(argc > 3 && access(argv[3], F_OK) == 0); n++) {
        frame(n);
        if (!eglSwapBuffers(display, surface)) return 3;
        usleep((useconds_t)pause);
    }
    GLenum error = glGetError();
    if (error != 0) fprintf(stderr, "GL error 0x%x\n", error);
    return error != 0;
}
