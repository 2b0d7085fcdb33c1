// An OpenGL ES 3 program that leaves much state behind, and prints a checksum of each frame and each error.
// The output must be the same with and without recording.
//
// scene FRAMES [ERRORS]: with 0 frames it continues until there is input; with ERRORS, it generates errors
// and queries them later.
#include "screen.h"

#include <GLES3/gl32.h>

#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 96, HEIGHT = 64 };

static const char vertex_text[] =
    "#version 300 es\n"
    "layout(location = 0) in vec2 place; layout(location = 1) in vec4 color; out vec4 tint; out vec2 at;\n"
    "uniform vec2 shift; void main() { gl_Position = vec4(place + shift, 0, 1); tint = color; at = place; "
    "}\n";
static const char fragment_text[] =
    "#version 300 es\nprecision highp float; in vec4 tint; in vec2 at; out vec4 result;\n"
    "uniform sampler2D image; uniform vec4 parts[3]; uniform Block { vec4 base; };\n"
    "void main() { result = tint * 0.5 + texture(image, at) * 0.25 + parts[1] + base; }\n";

static GLuint compile(GLenum type, const char *text) {
    GLuint shader = glCreateShader(type);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    return shader;
}

static GLuint program;
static GLuint buffers[5], textures[3], framebuffers[2], renderbuffer, arrays[2], sampler;

static void make_program(void) {
    program = glCreateProgram();
    glAttachShader(program, compile(GL_VERTEX_SHADER, vertex_text));
    glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragment_text));
    glLinkProgram(program);
    glUseProgram(program);
    glUniform4f(glGetUniformLocation(program, "parts[1]"), 0.1f, 0, 0.05f, 0);
    glUniform2f(glGetUniformLocation(program, "shift"), 0.125f, 0);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Block"), 1);
}

static void make_buffers(void) {
    static const float places[] = {-1, -1, 1, -1, 0, 1}, base[] = {0.1f, 0.2f, 0, 0};
    static const uint8_t colors[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255};
    static const uint16_t indices[] = {9, 9, 0, 1, 2};
    glGenVertexArrays(2, arrays);
    glBindVertexArray(arrays[1]);
    glGenBuffers(5, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof places, places, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ARRAY_BUFFER, sizeof colors, colors, GL_STATIC_DRAW);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
    glEnableVertexAttribArray(1);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[2]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    glBindBuffer(GL_UNIFORM_BUFFER, buffers[3]);
    glBufferData(GL_UNIFORM_BUFFER, sizeof base, base, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, buffers[3]);
}

static void make_textures(void) {
    static uint8_t pixels[16 * 16 * 4];
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)(i * 37);
    glGenTextures(3, textures);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 16);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    glUniform1i(glGetUniformLocation(program, "image"), 3);
    glBindTexture(GL_TEXTURE_CUBE_MAP, textures[1]);
    for (GLenum face = 0; face < 6; face++)
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     pixels + face);
    glBindTexture(GL_TEXTURE_2D_ARRAY, textures[2]);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA32F, 2, 2, 3);
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glBindSampler(3, sampler);
}

// Two framebuffers; the read framebuffer stays bound.
static void make_framebuffers(void) {
    glGenFramebuffers(2, framebuffers);
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, WIDTH, HEIGHT);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[0]);
    glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[1]);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[0], 0);
}

// Objects that no draw uses: labels, a pipeline, an unbound transform feedback, and a query with a result.
// Labels are in OpenGL ES 3.2, and in an extension.
static void label(GLenum kind, GLuint name, GLsizei length, const char *text) {
    void (*khr)(GLenum, GLuint, GLsizei, const GLchar *) =
        (void (*)(GLenum, GLuint, GLsizei, const GLchar *))eglGetProcAddress("glObjectLabelKHR");
    if (strstr((const char *)glGetString(GL_VERSION), "ES 3.2") != NULL)
        glObjectLabel(kind, name, length, text);
    else
        khr(kind, name, length, text);
}

static void make_others(void) {
    GLuint pipeline, feedbacks[2], query;
    glGenTransformFeedbacks(2, feedbacks);
    glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedbacks[0]);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1]);
    glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedbacks[1]);
    glGenQueries(1, &query);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glFinish();
    glGenProgramPipelines(1, &pipeline);
    glBindProgramPipeline(pipeline);
    glActiveShaderProgram(pipeline, program);
    glBindProgramPipeline(0);
    label(GL_BUFFER, buffers[0], -1, "places");
    label(GL_PROGRAM, program, 5, "tintsXXX");
    label(GL_PROGRAM_PIPELINE, pipeline, -1, "pipes");
}

// A buffer is mapped from one frame to the next, unless no frame may depend on earlier ones.
static void map_again(int first) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[4]);
    if (first)
        glBufferData(GL_COPY_WRITE_BUFFER, 64, NULL, GL_STREAM_DRAW);
    else if (!getenv("SCENE_CLEARS"))
        glUnmapBuffer(GL_COPY_WRITE_BUFFER);
    uint8_t *bytes = glMapBufferRange(GL_COPY_WRITE_BUFFER, 8, 16, GL_MAP_WRITE_BIT);
    if (bytes != NULL) memset(bytes, 'm', 16);
    if (getenv("SCENE_CLEARS")) glUnmapBuffer(GL_COPY_WRITE_BUFFER);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

// Everything that a recorder might change.
static uint32_t sum_state(uint32_t sum) {
    static const GLenum names[] = {GL_ACTIVE_TEXTURE,
                                   GL_ARRAY_BUFFER_BINDING,
                                   GL_ELEMENT_ARRAY_BUFFER_BINDING,
                                   GL_VERTEX_ARRAY_BINDING,
                                   GL_READ_FRAMEBUFFER_BINDING,
                                   GL_DRAW_FRAMEBUFFER_BINDING,
                                   GL_RENDERBUFFER_BINDING,
                                   GL_PIXEL_PACK_BUFFER_BINDING,
                                   GL_PACK_ALIGNMENT,
                                   GL_PACK_ROW_LENGTH,
                                   GL_PACK_SKIP_ROWS,
                                   GL_PACK_SKIP_PIXELS,
                                   GL_COPY_READ_BUFFER_BINDING,
                                   GL_COPY_WRITE_BUFFER_BINDING,
                                   GL_TEXTURE_BINDING_2D,
                                   GL_TEXTURE_BINDING_CUBE_MAP,
                                   GL_TEXTURE_BINDING_2D_ARRAY,
                                   GL_TEXTURE_BINDING_3D,
                                   GL_SAMPLER_BINDING,
                                   GL_CURRENT_PROGRAM,
                                   GL_READ_BUFFER,
                                   GL_SCISSOR_TEST,
                                   GL_UNIFORM_BUFFER_BINDING,
                                   GL_UNPACK_ROW_LENGTH,
                                   GL_RASTERIZER_DISCARD,
                                   GL_SAMPLES,
                                   GL_PIXEL_UNPACK_BUFFER_BINDING,
                                   GL_TRANSFORM_FEEDBACK_BINDING,
                                   GL_TEXTURE_BINDING_BUFFER,
                                   GL_PROGRAM_PIPELINE_BINDING,
                                   GL_DEBUG_OUTPUT};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        GLint value = 0;
        glGetIntegerv(names[i], &value);
        sum = (sum ^ (uint32_t)value) * 16777619u;
    }
    return sum;
}

static uint32_t sum_pixels(uint32_t sum) {
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (size_t i = 0; i < sizeof pixels; i++) sum = (sum ^ pixels[i]) * 16777619u;
    return sum;
}

static uint32_t draw(int frame) {
    GLint read, drawn, pack;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn);
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &pack);
    uint32_t sum = sum_state(2166136261u);
    if (getenv("SCENE_CLEARS")) glDisable(GL_SCISSOR_TEST); // no frame depends on earlier ones
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[0]);
    glClearColor((float)(frame % 7) / 7, 0.25f, 0.5f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)4);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(3, 5, WIDTH / 2, HEIGHT / 2);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(2, 2, 40 + frame % 11, 30);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (void *)4);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    sum = sum_pixels(sum);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)pack);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)drawn);
    return sum;
}

int main(int argc, char **argv) {
    int frames = argc > 1 ? atoi(argv[1]) : 10, errors = argc > 2;
    struct pollfd word = {.fd = 0, .events = POLLIN};
    open_screen(WIDTH, HEIGHT, 32, 0);
    make_program();
    make_buffers();
    make_textures();
    make_framebuffers();
    make_others();
    glPixelStorei(GL_PACK_ALIGNMENT, 2);
    for (int frame = 0; frames > 0 ? frame < frames : poll(&word, 1, 0) == 0; frame++) {
        printf("frame %d %08x\n", frame, draw(frame));
        if (errors && frame % 3 == 0) glEnable(0x1234), glViewport(0, 0, -1, 0);
        map_again(frame == 0);
        eglQueryAPI(); // layers may be loaded here
        swap();
        if (errors) printf("errors %04x %04x\n", glGetError(), glGetError());
        if (getenv("SCENE_SLOW")) usleep(2000);
        if (frame == 2 && getenv("SCENE_SLOW")) fputs("drawing\n", stderr);
    }
    if (!errors && glGetError() != 0) return 4;
    fflush(stdout);
    eglMakeCurrent(display, NULL, NULL, NULL);
    eglTerminate(display);
    return 0;
}
