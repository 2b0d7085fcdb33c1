/* A program with calls that the driver rejects: with other types and names, negative numbers and null
 * pointers. Memory that these calls do not write keeps what the program put there, as the rest of an array
 * does that is too large for a list. */
#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <stddef.h>

static const EGLint size[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE},
                    version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE},
                    wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                                EGL_NONE};

static const GLenum errors[] = {GL_INVALID_ENUM, GL_INVALID_VALUE};

/* Returns 1 if the last call caused none of the errors. */
static int was_accepted(void) {
    GLenum error = glGetError();
    return error != errors[0] && error != errors[1];
}

static int reject_inputs(void) {
    static const GLubyte index;
    static const GLint linear = GL_LINEAR;
    int accepted = 0;
    glDrawElements(GL_POINTS, 1, GL_REPEAT, &index);
    accepted += was_accepted();
    glDrawElements(GL_POINTS, -1, GL_UNSIGNED_BYTE, &index);
    accepted += was_accepted();
    glTexParameteriv(GL_TEXTURE_2D, 0, &linear);
    accepted += was_accepted();
    glBufferSubData(0, 0, 4, NULL);
    return accepted + was_accepted();
}

static int reject_outputs(void) {
    GLint values[2] = {-1, -2};
    GLsizei length = -3;
    GLchar text[4] = "abc";
    int accepted = 0;
    glGetIntegerv((GLenum)-1, values);
    accepted += was_accepted();
    glGetTexParameteriv(0, GL_TEXTURE_MAG_FILTER, values);
    accepted += was_accepted();
    glGetShaderPrecisionFormat(0, GL_LOW_FLOAT, values, &length);
    accepted += was_accepted();
    glGetShaderInfoLog(0, sizeof text, &length, text);
    return accepted + was_accepted();
}

/* Returns 1 if the driver writes the only shader of a program, without their number. */
static int list_shaders(void) {
    GLuint list[3] = {0, 77, 78}, program = glCreateProgram(), shader = glCreateShader(GL_VERTEX_SHADER);
    glAttachShader(program, shader);
    glGetAttachedShaders(program, 3, NULL, list);
    return list[0] == shader && list[1] == 77 && list[2] == 78;
}

int main(void) {
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    EGLint found = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &found) ||
        found == 0)
        return 3;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context)) return 4;
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    was_accepted(); /* the first rejected call follows a query */
    if (!list_shaders()) return 5;
    return reject_inputs() + reject_outputs();
}
