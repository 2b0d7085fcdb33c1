// Makes random valid and invalid calls that create, specify and delete objects in the contexts of two share
// groups. Prints which objects each group has at its end, and destroys its contexts. glGetError says which
// calls have succeeded; the sizes are computed here.
//
//	app SEED CALLS
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <GLES3/gl32.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 16, FACES = 6, OBJECTS = 400 };

static int version; // times ten
static unsigned state;

static unsigned below(unsigned n) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

static void fail(const char *what) {
    fprintf(stderr, "app: %s\n", what);
    exit(1);
}

// --- the model

struct level {
    GLsizei width, height, depth;
    unsigned bits, block; // bits of a block of so many texels in width and in height
};

struct object {
    const char *kind; // null for an unused entry
    GLuint name;
    GLenum target;
    unsigned long long size; // of a buffer or renderbuffer
    bool immutable;
    GLsizei samples;
    struct level levels[FACES][LEVELS];
};

struct group {
    struct object objects[OBJECTS];
};

static struct group groups[2], *group;

static struct object *add(const char *kind, GLuint name) {
    for (int i = 0; i < OBJECTS; i++)
        if (group->objects[i].kind == NULL) {
            memset(&group->objects[i], 0, sizeof group->objects[i]);
            group->objects[i].kind = kind, group->objects[i].name = name;
            return &group->objects[i];
        }
    fail("too many objects");
    return NULL;
}

static struct object *any(const char *kind) {
    struct object *found = NULL;
    unsigned count = 0;
    for (int i = 0; i < OBJECTS; i++) {
        struct object *o = &group->objects[i];
        if (o->kind != NULL && strcmp(o->kind, kind) == 0 && below(++count) == 0) found = o;
    }
    return found;
}

static unsigned long long bytes_of(const struct object *o) {
    unsigned long long sum = o->size;
    for (int f = 0; f < FACES; f++)
        for (int i = 0; i < LEVELS; i++) {
            const struct level *l = &o->levels[f][i];
            if (l->block == 0) continue;
            unsigned long long blocks = (unsigned long long)(((unsigned)l->width + l->block - 1) / l->block) *
                                        (((unsigned)l->height + l->block - 1) / l->block) *
                                        (unsigned)l->depth;
            sum += blocks * l->bits / 8 * (unsigned)(o->samples > 1 ? o->samples : 1);
        }
    return sum;
}

static bool ok(void) {
    GLenum error = glGetError();
    while (glGetError() != GL_NO_ERROR) continue;
    return error == GL_NO_ERROR;
}

// --- calls

struct format {
    GLenum internal, format, type;
    unsigned bits, block;
    int since; // version
};

static const struct format images[] = {
    {GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 32, 1, 20},
    {GL_RGB, GL_RGB, GL_UNSIGNED_BYTE, 24, 1, 20},
    {GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 16, 1, 20},
    {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 16, 1, 20},
    {GL_ALPHA, GL_ALPHA, GL_UNSIGNED_BYTE, 8, 1, 20},
    {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, 16, 1, 20},
    {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 32, 1, 30},
    {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 8, 1, 30},
    {GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 16, 1, 30},
    {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 64, 1, 30},
    {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 128, 1, 30},
    {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, 32, 1, 30},
    {GL_RGBA, GL_RGB, GL_UNSIGNED_BYTE, 0, 1, 20}, // invalid
    {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, 0, 1, 20},
};

static const struct format storages[] = {
    {GL_RGBA8, 0, 0, 32, 1, 30},
    {GL_R32F, 0, 0, 32, 1, 30},
    {GL_COMPRESSED_RGB8_ETC2, 0, 0, 64, 4, 30},
    {GL_RGB8, 0, 0, 24, 1, 30},
    {GL_RGB565, 0, 0, 16, 1, 30},
    {GL_COMPRESSED_RGBA8_ETC2_EAC, 0, 0, 128, 4, 30},
    {0x1234, 0, 0, 0, 1, 30},
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static struct object *new_texture(void) {
    unsigned kinds = version >= 31 ? 5 : version >= 30 ? 4 : 2;
    GLuint name;
    glGenTextures(1, &name);
    struct object *o = add("texture", name);
    o->target = (const GLenum[]){GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY,
                                 GL_TEXTURE_2D_MULTISAMPLE}[below(kinds)];
    glBindTexture(o->target, name);
    if (!ok()) fail("no texture");
    return o;
}

static struct object *some_texture(void) {
    struct object *o = below(4) ? any("texture") : NULL;
    if (o == NULL) return new_texture();
    glBindTexture(o->target, o->name);
    return ok() ? o : NULL;
}

static bool is_3d(const struct object *o) {
    return o->target == GL_TEXTURE_3D || o->target == GL_TEXTURE_2D_ARRAY;
}

static GLsizei size(void) {
    return below(20) == 0   ? -1 - (GLsizei)below(5)
           : below(10) == 0 ? 1 << 20
           : below(2)       ? 1 << below(7)
                            : (GLsizei)below(70);
}

static void specify(struct object *o) {
    const struct format *f = &images[below(COUNT(images))];
    GLint level = below(2) ? 0 : (GLint)below(5);
    struct level l = {size(), size(), 1, f->bits, f->block};
    int face = o->target == GL_TEXTURE_CUBE_MAP ? (int)below(6) : 0;
    if (f->since > version) return;
    if (o->target == GL_TEXTURE_CUBE_MAP && below(8)) l.height = l.width;
    if (is_3d(o)) {
        l.depth = (GLsizei)below(9);
        glTexImage3D(o->target, level, (GLint)f->internal, l.width, l.height, l.depth, 0, f->format, f->type,
                     NULL);
    } else {
        glTexImage2D(o->target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face
                                                      : o->target,
                     level, (GLint)f->internal, l.width, l.height, 0, f->format, f->type, NULL);
    }
    if (ok()) o->levels[face][level] = l;
}

static void compress(struct object *o) {
    struct level l = {(GLsizei)below(60), (GLsizei)below(60), 1, 64, 4};
    GLint level = (GLint)below(3);
    if (version < 30 || o->target != GL_TEXTURE_2D) return;
    int bytes = (l.width + 3) / 4 * ((l.height + 3) / 4) * 8 + (below(5) == 0);
    glCompressedTexImage2D(o->target, level, GL_COMPRESSED_RGB8_ETC2, l.width, l.height, 0, bytes, NULL);
    if (ok()) o->levels[0][level] = l;
}

static void store(struct object *o) {
    const struct format *f = &storages[below(COUNT(storages))];
    GLsizei levels = (GLsizei)below(9), width = size(), height = below(2) ? width : size(), depth = 1;
    if (version < 30) return;
    if (o->target == GL_TEXTURE_2D_MULTISAMPLE) {
        GLsizei samples = 1 + (GLsizei)below(5);
        glTexStorage2DMultisample(o->target, samples, f->internal, width, height, 1);
        if (!ok()) return;
        glGetTexLevelParameteriv(o->target, 0, GL_TEXTURE_SAMPLES, &o->samples);
        levels = 1;
    } else {
        if (is_3d(o)) {
            depth = (GLsizei)below(9);
            glTexStorage3D(o->target, levels, f->internal, width, height, depth);
        } else {
            glTexStorage2D(o->target, levels, f->internal, width, height);
        }
        if (!ok()) return;
    }
    memset(o->levels, 0, sizeof o->levels);
    o->immutable = true;
    for (GLsizei i = 0; i < levels; i++) {
        for (int face = 0; face < (o->target == GL_TEXTURE_CUBE_MAP ? FACES : 1); face++)
            o->levels[face][i] = (struct level){width, height, depth, f->bits, f->block};
        width = width > 1 ? width / 2 : 1, height = height > 1 ? height / 2 : 1;
        if (o->target == GL_TEXTURE_3D) depth = depth > 1 ? depth / 2 : 1;
    }
}

static void mipmap(struct object *o) {
    if (o->target == GL_TEXTURE_2D_MULTISAMPLE) return;
    glGenerateMipmap(o->target);
    if (!ok() || o->immutable) return;
    for (int face = 0; face < FACES; face++) {
        struct level l = o->levels[face][0];
        if (l.block == 0 || l.width == 0 || l.height == 0 || l.depth == 0) continue;
        for (int i = 1; l.width > 1 || l.height > 1 || (o->target == GL_TEXTURE_3D && l.depth > 1); i++) {
            l.width = l.width > 1 ? l.width / 2 : 1, l.height = l.height > 1 ? l.height / 2 : 1;
            if (o->target == GL_TEXTURE_3D) l.depth = l.depth > 1 ? l.depth / 2 : 1;
            o->levels[face][i] = l;
        }
    }
}

static void texture_call(void) {
    struct object *o = some_texture();
    if (o == NULL) return;
    switch (below(5)) {
    case 0:
        compress(o);
        break;
    case 1:
        store(o);
        break;
    case 2:
        mipmap(o);
        break;
    default:
        specify(o);
    }
}

static void buffer_call(void) {
    static const GLenum targets[] = {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_UNIFORM_BUFFER,
                                     GL_COPY_READ_BUFFER, GL_SHADER_STORAGE_BUFFER};
    GLenum target = targets[below(version >= 31 ? 5 : version >= 30 ? 4 : 2)];
    struct object *o = below(3) ? any("buffer") : NULL;
    GLsizeiptr bytes = below(10) == 0 ? -1 : (GLsizeiptr)below(100000);
    if (o == NULL) {
        GLuint name = 0;
        glGenBuffers(1, &name);
        o = add("buffer", name);
    }
    glBindBuffer(target, o->name);
    glBufferData(target, bytes, NULL, below(10) ? GL_STREAM_DRAW : 0x1234);
    if (ok()) o->size = (unsigned long long)bytes;
}

static void renderbuffer_call(void) {
    struct object *o = below(3) ? any("renderbuffer") : NULL;
    GLsizei width = size(), height = size(), samples = version >= 30 && below(2) ? (GLsizei)below(6) : 0;
    unsigned f = below(4);
    GLenum format = (const GLenum[]){GL_RGBA4, GL_DEPTH_COMPONENT16, GL_STENCIL_INDEX8, 0x1234}[f];
    if (o == NULL) {
        GLuint name = 0;
        glGenRenderbuffers(1, &name);
        o = add("renderbuffer", name);
    }
    glBindRenderbuffer(GL_RENDERBUFFER, o->name);
    if (samples)
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    else
        glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
    if (!ok()) return;
    if (samples) glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &samples);
    o->size = (unsigned long long)width * (unsigned long long)height * (f < 2 ? 2 : 1) *
              (unsigned)(samples > 1 ? samples : 1);
}

static void program_call(void) {
    add("program", glCreateProgram());
}

// Deletes some objects; names without an object, and 0, change nothing.
static void delete_call(void) {
    static const char *const kinds[] = {"texture", "buffer", "renderbuffer", "program"};
    unsigned kind = below(4), n = 0;
    GLuint names[6] = {0, 9999};
    struct object *o;
    for (n = 2; n < 2 + below(4) && (o = any(kinds[kind])) != NULL; n++) names[n] = o->name, o->kind = NULL;
    if (kind == 0) glDeleteTextures((GLsizei)n, names);
    if (kind == 1) glDeleteBuffers((GLsizei)n, names);
    if (kind == 2) glDeleteRenderbuffers((GLsizei)n, names);
    for (unsigned i = 2; kind == 3 && i < n; i++) glDeleteProgram(names[i]);
    if (kind != 3) glDeleteTextures(-1, names);
    (void)ok();
}

static void random_call(void) {
    switch (below(10)) {
    case 0:
    case 1:
        buffer_call();
        break;
    case 2:
        renderbuffer_call();
        break;
    case 3:
        program_call();
        break;
    case 4:
    case 5:
        delete_call();
        break;
    default:
        texture_call();
    }
}

static void print_leaks(const struct group *g) {
    for (int i = 0; i < OBJECTS; i++)
        if (g->objects[i].kind != NULL)
            printf("want %s %u %llu\n", g->objects[i].kind, g->objects[i].name, bytes_of(&g->objects[i]));
    printf("end\n");
}

int main(int argc, char **argv) {
    const EGLint no_config[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                                EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(0x31DD, NULL, NULL);
    EGLConfig config;
    EGLint count;
    EGLContext contexts[3];
    if (argc != 3 || !eglInitialize(display, NULL, NULL) ||
        !eglChooseConfig(display, no_config, &config, 1, &count) || count < 1)
        fail("no display");
    EGLSurface surface =
        eglCreatePbufferSurface(display, config, (const EGLint[]){EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE});
    for (int i = 0; i < 3; i++) // the first two share their objects
        contexts[i] = eglCreateContext(display, config, i == 1 ? contexts[0] : EGL_NO_CONTEXT,
                                       (const EGLint[]){EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE});
    state = (unsigned)atoi(argv[1]);
    for (int i = 0, calls = atoi(argv[2]); i < calls; i++) {
        unsigned c = below(3);
        if (i == 0 || below(20) == 0) {
            if (!eglMakeCurrent(display, surface, surface, contexts[c])) fail("no context");
            group = &groups[c / 2];
            const char *text = (const char *)glGetString(GL_VERSION);
            version = 10 * (text[10] - '0') + text[12] - '0';
        }
        random_call();
    }
    printf("version %d\n", version);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, contexts[0]);
    print_leaks(&groups[0]);
    fflush(stdout);
    eglDestroyContext(display, contexts[1]);
    print_leaks(&groups[1]);
    fflush(stdout);
    eglTerminate(display); // which ends the second group
    return 0;
}
