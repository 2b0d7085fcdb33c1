/* Draws, and checks the result. */
#include "probe.h"

#include <stdio.h>
#include <string.h>

enum {
    GL_COLOR_BUFFER_BIT = 0x4000,
    GL_TRIANGLES = 4,
    GL_UNSIGNED_BYTE = 0x1401,
    GL_FLOAT = 0x1406,
    GL_RGBA = 0x1908,
    GL_NEAREST = 0x2600,
    GL_TEXTURE_2D = 0x0DE1,
    GL_TEXTURE_MAG_FILTER = 0x2800,
    GL_TEXTURE_MIN_FILTER = 0x2801,
    GL_TEXTURE_WRAP_S = 0x2802,
    GL_TEXTURE_WRAP_T = 0x2803,
    GL_CLAMP_TO_EDGE = 0x812F,
    GL_FRAGMENT_SHADER = 0x8B30,
    GL_VERTEX_SHADER = 0x8B31,
    GL_COMPILE_STATUS = 0x8B81,
    GL_LINK_STATUS = 0x8B82,
    GL_FRAMEBUFFER_COMPLETE = 0x8CD5,
    GL_COLOR_ATTACHMENT0 = 0x8CE0,
    GL_FRAMEBUFFER = 0x8D40,
    GL_TEXTURE_EXTERNAL_OES = 0x8D65,
};

static const char vertex[] = "attribute vec2 at;\nvarying vec2 place;\n"
                             "void main() { place = at * 0.5 + 0.5; gl_Position = vec4(at, 0.0, 1.0); }\n";
static const char plain[] = "precision mediump float;\nvarying vec2 place;\n"
                            "void main() { gl_FragColor = vec4(1.0, 0.0, place.x * 0.0, 1.0); }\n";
static const char external[] = "#extension GL_OES_EGL_image_external : require\nprecision mediump float;\n"
                               "uniform samplerExternalOES image;\nvarying vec2 place;\n"
                               "void main() { gl_FragColor = texture2D(image, place); }\n";

static unsigned compile(unsigned program, unsigned kind, const char *source) {
    unsigned shader = p_glCreateShader(kind);
    int done = 0;
    p_glShaderSource(shader, 1, &source, NULL);
    p_glCompileShader(shader);
    p_glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done) p_glAttachShader(program, shader);
    return done;
}

/* One triangle that covers everything. */
static const char *cover(const char *fragment) {
    static const float corners[] = {-1, -1, 3, -1, -1, 3};
    unsigned program = p_glCreateProgram();
    int done = 0;
    if (!compile(program, GL_VERTEX_SHADER, vertex)) return "the vertex shader does not compile";
    if (!compile(program, GL_FRAGMENT_SHADER, fragment)) return "the fragment shader does not compile";
    p_glBindAttribLocation(program, 0, "at");
    p_glLinkProgram(program);
    p_glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (!done) return "the program does not link";
    p_glUseProgram(program);
    p_glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, corners);
    p_glEnableVertexAttribArray(0);
    p_glDrawArrays(GL_TRIANGLES, 0, 3);
    p_glFinish();
    return p_glGetError() ? "drawing raises a GL error" : NULL;
}

/* A square render target that exists with and without a surface. */
static const char *square(void) {
    unsigned texture = 0, frame = 0;
    p_glGenTextures(1, &texture);
    p_glBindTexture(GL_TEXTURE_2D, texture);
    p_glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    p_glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    p_glGenFramebuffers(1, &frame);
    p_glBindFramebuffer(GL_FRAMEBUFFER, frame);
    p_glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    if (p_glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return "the framebuffer is not complete";
    p_glViewport(0, 0, SIDE, SIDE);
    return NULL;
}

static void pixel(int x, uint8_t *color) {
    memset(color, 0, 4);
    p_glReadPixels(x, SIDE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, color);
}

/* Saturated enough to differ from the other colors in any YUV standard and range. */
static int is_strong(const uint8_t *color, int part) {
    for (int i = 0; i < 3; i++)
        if (i == part ? color[i] < 180 : color[i] > 80) return 0;
    return 1;
}

#define THERE(result, name, params)                                                                          \
    if (!p_##name) return "missing function: " #name;

const char *draw_plain(int version, int surfaceless) {
    uint8_t color[4];
    if (!p_glClear || !p_glClearColor || !p_glReadPixels || !p_glGetError)
        return "missing function: glClear, glClearColor, glReadPixels or glGetError";
    if (version == 1) {
        if (surfaceless) return "OpenGL ES 1.x cannot draw without a surface";
        p_glClearColor(1, 0, 0, 1);
        p_glClear(GL_COLOR_BUFFER_BIT);
    } else {
        GL_FUNCTIONS(THERE)
        const char *wrong = surfaceless ? square() : NULL;
        if (!wrong) wrong = cover(plain);
        if (wrong) return wrong;
    }
    pixel(SIDE / 4, color);
    return is_strong(color, 0) ? NULL : "the drawn pixels do not have the expected color";
}

const char *draw_external(EGLImage image, int *right) {
    void (*target)(unsigned, EGLImage) = NULL;
    void *found = function("glEGLImageTargetTexture2DOES");
    memcpy(&target, &found, sizeof found);
    if (!target) return "missing function: glEGLImageTargetTexture2DOES";
    GL_FUNCTIONS(THERE)
    const char *wrong = square();
    if (wrong) return wrong;
    unsigned texture = 0;
    p_glGenTextures(1, &texture);
    p_glBindTexture(GL_TEXTURE_EXTERNAL_OES, texture);
    p_glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    p_glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    p_glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    p_glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    target(GL_TEXTURE_EXTERNAL_OES, image);
    if (p_glGetError()) return "the driver does not accept the image as an external texture";
    if ((wrong = cover(external))) return wrong;
    uint8_t left[4], other[4];
    pixel(SIDE / 4, left);
    pixel(SIDE * 3 / 4, other);
    char text[64];
    snprintf(text, sizeof text, "%d,%d,%d %d,%d,%d", left[0], left[1], left[2], other[0], other[1], other[2]);
    say("pixels", text);
    *right = is_strong(left, 0) && is_strong(other, 2);
    return NULL;
}
