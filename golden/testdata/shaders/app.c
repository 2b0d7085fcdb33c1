// Links programs and deletes their shaders, then uses each program. It prints the sources of the shaders.
//
//	app VERSION
#define GL_GLEXT_PROTOTYPES
#include "../app.h"

#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>

static const char vertex[] = "attribute vec4 p; void main() { gl_Position = p; }";
static const char red[] = "precision mediump float; void main() { gl_FragColor = vec4(1, 0, 0, 1); }";
static const char blue[] = "precision mediump float; void main() { gl_FragColor = vec4(0, 0, 1, 1); }";
static const char green[] = "precision mediump float; void main() { gl_FragColor = vec4(0, 1, 0, 1); }";

static GLuint shader(GLenum type, const char *source) {
    GLuint s = glCreateShader(type);
    glShaderSource(s, 1, &source, NULL);
    glCompileShader(s);
    printf("source %#x %s\n", type, source);
    return s;
}

static GLuint link(GLuint v, GLuint f) {
    GLuint p = glCreateProgram();
    glAttachShader(p, f);
    glAttachShader(p, v);
    glLinkProgram(p);
    return p;
}

typedef void (*label_fn)(GLenum, GLuint, GLsizei, const GLchar *);

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int version = atoi(argv[1]);
    struct app app = start_app(version, 4);
    label_fn set_label = (label_fn)eglGetProcAddress(version >= 32 ? "glObjectLabel" : "glObjectLabelKHR");
    GLuint v = shader(GL_VERTEX_SHADER, vertex);
    GLuint f[] = {shader(GL_FRAGMENT_SHADER, red), shader(GL_FRAGMENT_SHADER, blue)};
    GLuint programs[] = {link(v, f[0]), link(v, f[0]), link(v, f[1]), link(v, f[0])};
    set_label(GL_PROGRAM, programs[2], -1, "the third");
    const char *source = green;
    glShaderSource(f[0], 1, &source, NULL);
    glCompileShader(f[0]);
    printf("source %#x %s\n", GL_FRAGMENT_SHADER, green);
    glLinkProgram(programs[3]);
    for (int i = 0; i < 4; i++) glDetachShader(programs[i], v), glDetachShader(programs[i], f[i == 2]);
    glDeleteShader(v), glDeleteShader(f[0]), glDeleteShader(f[1]);
    fflush(stdout);
    for (int i = 0; i < 4; i++) glUseProgram(programs[i]);
    glUseProgram(0);
    glDeleteProgram(programs[0]);
    GLenum error = glGetError();
    if (error) printf("error %#x\n", error);
    eglTerminate(app.display);
    return error != 0;
}
