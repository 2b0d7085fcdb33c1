// Draws many small squares at many depths to a surface of 1280 x 720 pixels, half of them over each other in
// its middle: DRAWS in each of FRAMES frames, with five calls for a draw.
//
//     scene FRAMES DRAWS

#include <EGL/egl.h>
#include <GLES3/gl3.h>

#include <stdlib.h>

enum { WIDTH = 1280, HEIGHT = 720, TEXTURES = 4, SIDE = 256 };

static const char vertex[] =
    "#version 300 es\n"
    "in vec2 place; uniform vec4 box; uniform float depth; out vec2 at;\n"
    "void main() { at = place; gl_Position = vec4(box.xy + box.zw * place, depth, 1.0); }\n";
static const char fragment[] =
    "#version 300 es\n"
    "precision mediump float; uniform sampler2D image; in vec2 at; out vec4 color;\n"
    "void main() { if (at.x * at.y > 0.9) discard; color = texture(image, at); }\n";

static EGLDisplay display;
static EGLSurface surface;

static void open_surface(void) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE,
                                    EGL_PBUFFER_BIT,
                                    EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_ES3_BIT,
                                    EGL_RED_SIZE,
                                    8,
                                    EGL_ALPHA_SIZE,
                                    8,
                                    EGL_DEPTH_SIZE,
                                    24,
                                    EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE};
    EGLConfig config;
    EGLint n;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &n) || n == 0)
        exit(1);
    surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context)) exit(1);
}

static void add_shader(GLuint program, GLenum kind, const char *source) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

static void add_textures(GLuint *textures) {
    static GLubyte pixels[SIDE * SIDE * 4];
    glGenTextures(TEXTURES, textures);
    for (int t = 0; t < TEXTURES; t++) {
        for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (GLubyte)(i * (size_t)(t + 3) >> 5);
        glBindTexture(GL_TEXTURE_2D, textures[t]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    }
}

static float part(unsigned n, unsigned of) {
    return (float)(n % of) / (float)of;
}

int main(int count, char **arguments) {
    static const float square[] = {0, 0, 1, 0, 0, 1, 1, 1};
    GLuint textures[TEXTURES], buffer, program;
    int frames = count > 2 ? atoi(arguments[1]) : 0, draws = count > 2 ? atoi(arguments[2]) : 0;
    if (frames < 1 || draws < 1) return 2;
    open_surface();
    program = glCreateProgram();
    add_shader(program, GL_VERTEX_SHADER, vertex);
    add_shader(program, GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program);
    glUseProgram(program);
    GLint box = glGetUniformLocation(program, "box"), depth = glGetUniformLocation(program, "depth");
    add_textures(textures);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glEnable(GL_DEPTH_TEST);
    for (int f = 0; f < frames; f++) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        for (int d = 0; d < draws; d++) {
            unsigned n = (unsigned)(d * 7919 + f * 13);
            float x = d % 2 ? -0.05f : 1.9f * part(n, 89) - 1, y = d % 2 ? -0.05f : 1.9f * part(n, 83) - 1;
            glBindTexture(GL_TEXTURE_2D, textures[n % TEXTURES]);
            glUniform4f(box, x, y, 0.1f, 0.1f);
            glUniform1f(depth, 1.8f * part(n, 97) - 0.9f);
            glDepthFunc(d % 5 ? GL_LESS : GL_LEQUAL);
            glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        }
        eglSwapBuffers(display, surface);
    }
    return 0;
}
