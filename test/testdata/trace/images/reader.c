// A layer that reads the framebuffer before and after some draws. The file READS has a line for each of these
// reads, in their order: the moment and the rectangle, "7 0 0 256 256". Moment 2n is before the draw with the
// number n, counted from 0, and moment 2n + 1 is after it. For each read, the file OUT gets a size and as
// many bytes of pixels: 4 bytes each, the lowest row first. The size is 0 if glReadPixels cannot read the
// framebuffer.
#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static void *(*get_next)(void *, const char *);
static void *layer;
static int moments;
static FILE *reads, *out;

// The next read; the moment is -1 after the last one.
static struct { int moment, x, y, width, height; } next;

#define NEXT(NAME, ...) ((__typeof__(&NAME))get_next(layer, #NAME))(__VA_ARGS__)

static void fail(const char *what) {
    fprintf(stderr, "reader: %s\n", what);
    exit(3);
}

static int value(GLenum name) {
    GLint v = 0;
    NEXT(glGetIntegerv, name, &v);
    return v;
}

// How pixels are read, before and after.
static struct {
    GLint pack[4], buffer, framebuffer, from;
    int newer; // OpenGL ES 3
} kept;

static const GLenum pack[] = {GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS};

static void find_read(void) {
    if (fscanf(reads, "%d %d %d %d %d", &next.moment, &next.x, &next.y, &next.width, &next.height) != 5)
        next.moment = -1;
}

// Selects the first color buffer of the framebuffer to which the program draws.
static void begin_read(void) {
    static const GLint plain[] = {4, 0, 0, 0};
    kept.newer = atoi((const char *)NEXT(glGetString, GL_VERSION) + strlen("OpenGL ES ")) >= 3;
    for (int i = 0; i < (kept.newer ? 4 : 1); i++) {
        kept.pack[i] = value(pack[i]);
        NEXT(glPixelStorei, pack[i], plain[i]);
    }
    if (!kept.newer) return;
    kept.buffer = value(GL_PIXEL_PACK_BUFFER_BINDING);
    kept.framebuffer = value(GL_READ_FRAMEBUFFER_BINDING);
    NEXT(glBindBuffer, GL_PIXEL_PACK_BUFFER, 0);
    NEXT(glBindFramebuffer, GL_READ_FRAMEBUFFER, (GLuint)value(GL_DRAW_FRAMEBUFFER_BINDING));
    kept.from = value(GL_READ_BUFFER);
    if (value(GL_READ_FRAMEBUFFER_BINDING)) NEXT(glReadBuffer, GL_COLOR_ATTACHMENT0);
}

static void end_read(void) {
    for (int i = 0; i < (kept.newer ? 4 : 1); i++) NEXT(glPixelStorei, pack[i], kept.pack[i]);
    if (!kept.newer) return;
    NEXT(glReadBuffer, (GLenum)kept.from);
    NEXT(glBindBuffer, GL_PIXEL_PACK_BUFFER, (GLuint)kept.buffer);
    NEXT(glBindFramebuffer, GL_READ_FRAMEBUFFER, (GLuint)kept.framebuffer);
}

static void read_pixels(void) {
    int size = next.width * next.height * 4;
    unsigned char *pixels = calloc(1, (size_t)size);
    if (!pixels) fail("no memory");
    if (NEXT(glGetError) != GL_NO_ERROR) fail("the program has a GL error");
    begin_read();
    NEXT(glReadPixels, next.x, next.y, next.width, next.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    if (NEXT(glGetError) != GL_NO_ERROR) size = 0;
    end_read();
    fwrite(&size, sizeof size, 1, out);
    fwrite(pixels, 1, (size_t)size, out);
    if (fflush(out)) fail("cannot write");
    free(pixels);
}

static void read_moment(void) {
    for (; next.moment == moments; find_read()) read_pixels();
    moments++;
}

#define DRAWS(F)                                                                                             \
    F(glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))                         \
    F(glDrawElements, (GLenum mode, GLsizei count, GLenum type, const void *at), (mode, count, type, at))    \
    F(glDrawRangeElements, (GLenum mode, GLuint a, GLuint b, GLsizei count, GLenum type, const void *at),    \
      (mode, a, b, count, type, at))                                                                         \
    F(glDrawArraysInstanced, (GLenum mode, GLint first, GLsizei count, GLsizei n), (mode, first, count, n))  \
    F(glDrawElementsInstanced, (GLenum mode, GLsizei count, GLenum type, const void *at, GLsizei n),         \
      (mode, count, type, at, n))                                                                            \
    F(glDrawArraysIndirect, (GLenum mode, const void *at), (mode, at))                                       \
    F(glDrawElementsIndirect, (GLenum mode, GLenum type, const void *at), (mode, type, at))                  \
    F(glDrawElementsBaseVertex, (GLenum mode, GLsizei count, GLenum type, const void *at, GLint base),       \
      (mode, count, type, at, base))                                                                         \
    F(glDrawRangeElementsBaseVertex,                                                                         \
      (GLenum mode, GLuint a, GLuint b, GLsizei count, GLenum type, const void *at, GLint base),             \
      (mode, a, b, count, type, at, base))                                                                   \
    F(glDrawElementsInstancedBaseVertex,                                                                     \
      (GLenum mode, GLsizei count, GLenum type, const void *at, GLsizei n, GLint base),                      \
      (mode, count, type, at, n, base))

#define HOOK(NAME, PARAMS, ARGS)                                                                             \
    static void hook_##NAME PARAMS {                                                                         \
        read_moment();                                                                                       \
        ((__typeof__(&NAME))get_next(layer, #NAME)) ARGS;                                                    \
        read_moment();                                                                                       \
    }
DRAWS(HOOK)

EXPORT void AndroidGLESLayer_Initialize(void *id, void *next) {
    layer = id;
    get_next = (void *(*)(void *, const char *))next;
    reads = fopen(getenv("READS"), "r");
    out = fopen(getenv("OUT"), "wb");
    if (!reads || !out) fail("cannot open READS or OUT");
    find_read();
}

EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
#define FIND(NAME, PARAMS, ARGS)                                                                             \
    if (strcmp(name, #NAME) == 0) return (void *)hook_##NAME;
    DRAWS(FIND)
    return next;
}
