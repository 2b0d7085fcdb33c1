#include "es32.h"

static const char source[] = "#version 320 es\n"
                             "layout(local_size_x = 4) in;\n"
                             "layout(std430, binding = 0) buffer Numbers { uint number[]; };\n"
                             "void main() { number[gl_GlobalInvocationID.x] += 3u; }\n";

void compute(void) {
    GLuint program = link_separate(GL_COMPUTE_SHADER, source), names[2], groups[3] = {2, 1, 1},
           numbers[16] = {1, 2, 3};
    glGenBuffers(2, names);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, names[0]);
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof numbers, numbers, GL_DYNAMIC_COPY);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, names[1]);
    glBufferData(GL_DISPATCH_INDIRECT_BUFFER, sizeof groups, groups, GL_STATIC_DRAW);
    glUseProgram(program);
    glDispatchCompute(2, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glDispatchComputeIndirect(0);
    glMemoryBarrierByRegion(GL_SHADER_STORAGE_BARRIER_BIT);
    glUseProgram(0);
    glDeleteBuffers(2, names);
    glDeleteProgram(program);
    want_no_error("compute");
}

static const char feed_vertex[] =
    "#version 320 es\n"
    "out vec4 first;\n"
    "out float second;\n"
    "void main() { first = vec4(gl_VertexID); second = 2.0; gl_Position = vec4(0.0); gl_PointSize = 1.0; }\n";
static const char feed_fragment[] = "#version 320 es\n"
                                    "precision highp float;\n"
                                    "out vec4 pixel;\n"
                                    "void main() { pixel = vec4(1.0); }\n";

void feed_back(void) {
    const GLchar *names[] = {"first", "second"};
    char name[32];
    GLsizei length, size;
    GLenum type;
    GLuint feedback, buffer, program = link_program(feed_vertex, feed_fragment);
    glTransformFeedbackVaryings(program, 2, names, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    GLint linked;
    glGetProgramiv(program, GL_TRANSFORM_FEEDBACK_VARYINGS, &linked);
    if (linked == 2) glGetTransformFeedbackVarying(program, 1, sizeof name, &length, &size, &type, name);
    glGetError(); // shaders that were detached may not link again
    glDeleteProgram(program);
    program = link_separate(GL_VERTEX_SHADER, feed_vertex);
    glDeleteProgram(program);
    program = glCreateProgram();
    GLuint shaders[2] = {glCreateShader(GL_VERTEX_SHADER), glCreateShader(GL_FRAGMENT_SHADER)};
    const GLchar *sources[2] = {feed_vertex, feed_fragment};
    for (int i = 0; i < 2; i++) glShaderSource(shaders[i], 1, &sources[i], NULL);
    for (int i = 0; i < 2; i++) glCompileShader(shaders[i]);
    for (int i = 0; i < 2; i++) glAttachShader(program, shaders[i]);
    glTransformFeedbackVaryings(program, 2, names, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    for (int i = 0; i < 2; i++) glDeleteShader(shaders[i]);
    glGetTransformFeedbackVarying(program, 1, sizeof name, &length, &size, &type, name);
    glGenTransformFeedbacks(1, &feedback);
    glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 256, NULL, GL_DYNAMIC_READ);
    glUseProgram(program);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 2);
    glPauseTransformFeedback();
    glResumeTransformFeedback();
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glUseProgram(0);
    glIsTransformFeedback(feedback);
    glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
    glDeleteTransformFeedbacks(1, &feedback);
    glDeleteBuffers(1, &buffer);
    glDeleteProgram(program);
    want_no_error("transform feedback");
}
