// Makes random valid and invalid calls that set the size of objects. After each call it prints what the
// object has become: as the driver returns it or, before OpenGL ES 3.1, as the calls so far specify it. Then
// it calls glIsTexture, glIsBuffer or glIsRenderbuffer, whose hook prints what the layer knows.
//
//	app SEED CALLS
#define GL_GLEXT_PROTOTYPES
#include "../app.h"

#include <GLES3/gl32.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 16, TEXTURES = 10, BUFFERS = 3 };

static int version; // times ten
static unsigned state;

static unsigned below(unsigned n) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

static GLenum one_of(const GLenum *list, unsigned n) {
    return list[below(n)];
}
#define ONE_OF(...) one_of((const GLenum[]){__VA_ARGS__}, sizeof(GLenum[]){__VA_ARGS__} / sizeof(GLenum))

// --- textures

struct level {
    GLenum format;
    GLsizei width, height, depth;
};

static struct texture {
    GLuint name;
    GLenum target;
    struct level levels[LEVELS]; // before OpenGL ES 3.1
    bool immutable;
} textures[TEXTURES];

static GLenum image_target(const struct texture *t) {
    return t->target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X : t->target;
}

static void new_texture(struct texture *t) {
    unsigned kinds = version >= 32 ? 7 : version >= 31 ? 5 : version >= 30 ? 4 : 2;
    memset(t, 0, sizeof *t);
    glGenTextures(1, &t->name);
    t->target =
        (const GLenum[]){GL_TEXTURE_2D,       GL_TEXTURE_CUBE_MAP,       GL_TEXTURE_3D,
                         GL_TEXTURE_2D_ARRAY, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY,
                         GL_TEXTURE_BUFFER}[below(kinds)];
    glBindTexture(t->target, t->name);
}

static GLint level_value(GLenum target, GLint level, GLenum name) {
    GLint value = 0;
    glGetTexLevelParameteriv(target, level, name, &value);
    return value;
}

static void check_texture(const struct texture *t) {
    GLenum target = image_target(t);
    for (GLint i = 0; i < LEVELS - 1; i++) {
        struct level l = t->levels[i];
        GLint samples = 0;
        if (version >= 31) {
            if (i > 0 && (t->target == GL_TEXTURE_2D_MULTISAMPLE ||
                          t->target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY || t->target == GL_TEXTURE_BUFFER))
                break;
            if (i > 11 && t->target == GL_TEXTURE_3D) break; // Mesa has 12 levels of 3D textures
            l.width = level_value(target, i, GL_TEXTURE_WIDTH),
            l.height = level_value(target, i, GL_TEXTURE_HEIGHT);
            l.depth = level_value(target, i, GL_TEXTURE_DEPTH),
            samples = level_value(target, i, GL_TEXTURE_SAMPLES);
            l.format = (GLenum)level_value(target, i, GL_TEXTURE_INTERNAL_FORMAT);
        }
        if (l.width > 0 && l.height > 0)
            printf("want texture %u %d: %#x %#x %d %d %d %d\n", t->name, i, t->target, l.format, l.width,
                   l.height, l.depth, samples);
    }
    glIsTexture(t->name);
}

static void specify(struct texture *t, GLint level, struct level l) {
    GLenum types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5, GL_FLOAT};
    GLenum type = version >= 31 ? types[below(3)] : GL_UNSIGNED_BYTE;
    if (t->target == GL_TEXTURE_3D || t->target == GL_TEXTURE_2D_ARRAY)
        glTexImage3D(t->target, level, (GLint)l.format, l.width, l.height, l.depth, 0, l.format, type, NULL);
    else if (below(4) > 0 || l.format == GL_ALPHA || version < 31)
        glTexImage2D(image_target(t), level, (GLint)l.format, l.width, l.height, 0, l.format, type, NULL);
    else
        glCopyTexImage2D(image_target(t), level, l.format, 0, 0, l.width, l.height, 0);
}

static void random_image(struct texture *t) {
    GLint level = (GLint)below(4);
    struct level l = {ONE_OF(GL_RGBA, GL_RGB, GL_ALPHA), (GLsizei)below(40), (GLsizei)below(40), 1};
    if (t->target == GL_TEXTURE_3D || t->target == GL_TEXTURE_2D_ARRAY) l.depth = (GLsizei)below(9);
    if (below(2) == 0) l.width = l.height = 1 << below(6), level = 0;
    if (t->target == GL_TEXTURE_CUBE_MAP) l.height = l.width;
    bool fails = below(4) == 0;
    if (fails && below(2))
        l.width = -1 - (GLsizei)below(9);
    else if (fails)
        level = below(2) ? -1 : version >= 31 ? 12 + (GLint)below(4) : 40;
    specify(t, level, l);
    if (!fails && !t->immutable) t->levels[level] = l;
}

static void random_storage(struct texture *t) {
    GLsizei levels = (GLsizei)below(8), size = (GLsizei)below(50);
    GLenum format = ONE_OF(GL_RGBA8, GL_RGB565, GL_COMPRESSED_RGB8_ETC2, GL_R32F, 0x1234);
    if (t->target == GL_TEXTURE_3D || t->target == GL_TEXTURE_2D_ARRAY)
        glTexStorage3D(t->target, levels, format, size, (GLsizei)below(50), (GLsizei)below(9));
    else
        glTexStorage2D(t->target, levels, format, size,
                       t->target == GL_TEXTURE_CUBE_MAP ? size : (GLsizei)below(50));
}

// The levels that follow a level, each half as large.
static void halve(struct texture *t, struct level l, int levels) {
    for (int i = 0; i < levels && l.width > 0; i++) {
        t->levels[i] = l;
        if (l.width == 1) break;
        l.width /= 2, l.height /= 2;
    }
}

// In OpenGL ES 3.0: valid sizes, or too many levels.
static void simple_storage(struct texture *t) {
    struct level l = {GL_RGBA8, below(4) ? 8 << below(3) : 0, 0, 1};
    int levels = below(4) ? 1 + (int)below(4) : 0;
    l.height = l.width;
    if (t->target == GL_TEXTURE_3D) return;
    if (t->target == GL_TEXTURE_2D_ARRAY)
        glTexStorage3D(t->target, levels, l.format, l.width, l.height, l.depth = 1 + (GLsizei)below(5));
    else
        glTexStorage2D(t->target, levels, l.format, l.width, l.height);
    int most = 1;
    for (GLsizei size = l.width; size > 1; size /= 2) most++;
    if (l.width == 0 || levels == 0 || levels > most || t->immutable) return;
    memset(t->levels, 0, sizeof t->levels);
    halve(t, l, levels);
    t->immutable = true;
}

static void mipmap(struct texture *t) {
    struct level l = t->levels[0];
    bool works = version >= 31 ||
                 (l.width > 0 && (l.width & (l.width - 1)) == 0 && l.width == l.height && l.depth == 1);
    if (!works || t->target == GL_TEXTURE_CUBE_MAP) return;
    glGenerateMipmap(t->target);
    if (version < 31 && !t->immutable) halve(t, l, LEVELS);
}

static void change_texture(void) {
    struct texture *t = &textures[below(TEXTURES)];
    if (t->name == 0) new_texture(t);
    glBindTexture(t->target, t->name);
    if (t->target == GL_TEXTURE_2D_MULTISAMPLE) {
        glTexStorage2DMultisample(t->target, (GLsizei)below(6), GL_RGBA8, (GLsizei)below(40),
                                  (GLsizei)below(40), GL_TRUE);
    } else if (t->target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY) {
        glTexStorage3DMultisample(t->target, (GLsizei)below(6), GL_RGBA8, (GLsizei)below(40),
                                  (GLsizei)below(40), (GLsizei)below(5), GL_TRUE);
    } else if (t->target == GL_TEXTURE_BUFFER) {
        GLuint buffer;
        glGenBuffers(1, &buffer);
        glBindBuffer(GL_TEXTURE_BUFFER, buffer);
        glBufferData(GL_TEXTURE_BUFFER, 4 * (GLsizeiptr)below(100), NULL, GL_STATIC_DRAW);
        glTexBuffer(GL_TEXTURE_BUFFER, ONE_OF(GL_RGBA8, GL_R32F, GL_RGB565), buffer);
    } else {
        unsigned which = below(version >= 31 ? 6 : 4);
        if (which == 0)
            mipmap(t);
        else if (which == 5)
            random_storage(t);
        else if (which == 1 && version == 30 && below(3) == 0)
            simple_storage(t);
        else
            random_image(t);
    }
    check_texture(t);
    if (below(8) > 0) return;
    glDeleteTextures(1, &t->name);
    t->target = GL_TEXTURE_2D, memset(t->levels, 0, sizeof t->levels);
    glIsTexture(t->name); // unknown now
    memset(t, 0, sizeof *t);
}

// --- buffers and renderbuffers

static GLuint buffers[BUFFERS], renderbuffers[BUFFERS];

static void change_buffer(void) {
    unsigned i = below(BUFFERS);
    GLenum target = version >= 31 ? ONE_OF(GL_ARRAY_BUFFER, GL_UNIFORM_BUFFER, GL_SHADER_STORAGE_BUFFER,
                                           GL_COPY_WRITE_BUFFER, GL_DRAW_INDIRECT_BUFFER)
                                  : ONE_OF(GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER);
    if (buffers[i] == 0) glGenBuffers(1, &buffers[i]);
    glBindBuffer(target, buffers[i]);
    glBufferData(target, (GLsizeiptr)below(5000) - 500, NULL,
                 ONE_OF(GL_STATIC_DRAW, GL_DYNAMIC_DRAW, GL_STREAM_DRAW, 0x77));
    GLint size = 0, usage = 0;
    glGetBufferParameteriv(target, GL_BUFFER_SIZE, &size);
    glGetBufferParameteriv(target, GL_BUFFER_USAGE, &usage);
    if (size > 0) printf("want buffer %u: %d %#x\n", buffers[i], size, usage);
    glIsBuffer(buffers[i]);
    if (below(8) > 0) return;
    glDeleteBuffers(1, &buffers[i]);
    glIsBuffer(buffers[i]);
    buffers[i] = 0;
}

static GLint renderbuffer_value(GLenum name) {
    GLint value = 0;
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, name, &value);
    return value;
}

static void change_renderbuffer(void) {
    unsigned i = below(BUFFERS);
    if (renderbuffers[i] == 0) glGenRenderbuffers(1, &renderbuffers[i]);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers[i]);
    GLsizei width = (GLsizei)below(60) - 5;
    GLenum format = ONE_OF(GL_RGBA4, GL_DEPTH_COMPONENT16, GL_STENCIL_INDEX8, GL_RGB565, 0x42);
    if (version >= 30 && below(3) == 0)
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, (GLsizei)below(5), format, width, 8);
    else
        glRenderbufferStorage(GL_RENDERBUFFER, format, width, 1 + (GLsizei)below(60));
    GLint w = renderbuffer_value(GL_RENDERBUFFER_WIDTH), h = renderbuffer_value(GL_RENDERBUFFER_HEIGHT);
    GLint samples = version >= 30 ? renderbuffer_value(GL_RENDERBUFFER_SAMPLES) : 0;
    if (w > 0 && h > 0)
        printf("want renderbuffer %u: %#x %d %d %d\n", renderbuffers[i],
               (GLenum)renderbuffer_value(GL_RENDERBUFFER_INTERNAL_FORMAT), w, h, samples);
    glIsRenderbuffer(renderbuffers[i]);
    if (below(8) > 0) return;
    glDeleteRenderbuffers(1, &renderbuffers[i]);
    glIsRenderbuffer(renderbuffers[i]);
    renderbuffers[i] = 0;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    state = (unsigned)atoi(argv[1]);
    struct app app = start_app(20, 64);
    const char *text = (const char *)glGetString(GL_VERSION);
    version = 10 * (text[10] - '0') + text[12] - '0';
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("version %d\n", version);
    for (int i = atoi(argv[2]); i > 0; i--) {
        unsigned which = below(4);
        which == 0 ? change_buffer() : which == 1 ? change_renderbuffer() : change_texture();
        for (GLenum error; (error = glGetError()) != 0;) printf("error %d: %#x\n", i, error);
    }
    eglMakeCurrent(app.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(app.display, app.context);
    eglTerminate(app.display);
    return 0;
}
