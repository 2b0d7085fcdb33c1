// What the driver makes of a compressed texture: unpack FORMAT SIDE, with the blocks on stdin and the pixels,
// four floats each, on stdout.
#include <EGL/egl.h>
#include <GLES3/gl32.h>

#include <stdio.h>
#include <stdlib.h>

enum { DECODE = 0x8A48, SKIP = 0x8A4A }; // GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT

static const char *const vertex = "#version 300 es\n"
                                  "out vec2 at;\n"
                                  "void main() {\n"
                                  "    at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;\n"
                                  "    gl_Position = vec4(at * 2.0 - 1.0, 0, 1);\n"
                                  "}\n";
static const char *const fragment = "#version 300 es\n"
                                    "precision highp float;\n"
                                    "uniform highp sampler2D image;\n"
                                    "in vec2 at;\n"
                                    "out vec4 color;\n"
                                    "void main() { color = texture(image, at); }\n";

static int start(void) {
    static const EGLint want[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                                  EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    EGLint n;
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, want, &config, 1, &n) || n < 1)
        return 0;
    return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                          eglCreateContext(display, config, EGL_NO_CONTEXT, version));
}

static void shader(GLuint program, GLenum type, const char *source) {
    GLuint one = glCreateShader(type);
    glShaderSource(one, 1, &source, NULL);
    glCompileShader(one);
    glAttachShader(program, one);
}

static void target(int side) {
    GLuint framebuffer, renderbuffer;
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, side, side);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glViewport(0, 0, side, side);
}

int main(int argc, char **argv) {
    if (argc != 3 || !start()) return 2;
    int format = (int)strtol(argv[1], NULL, 0), side = atoi(argv[2]);
    size_t most = (size_t)side * side, pixels = most * 4 * sizeof(float);
    char *blocks = malloc(most);
    float *out = malloc(pixels);
    size_t size = fread(blocks, 1, most, stdin);
    GLuint program = glCreateProgram(), texture;
    shader(program, GL_VERTEX_SHADER, vertex);
    shader(program, GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program);
    glUseProgram(program);
    target(side);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, DECODE, SKIP);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, (GLenum)format, side, side, 0, (GLsizei)size, blocks);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, side, side, GL_RGBA, GL_FLOAT, out);
    GLenum error = glGetError();
    if (error != 0) fprintf(stderr, "GL error 0x%x\n", error);
    return error != 0 || fwrite(out, 1, pixels, stdout) != pixels;
}
