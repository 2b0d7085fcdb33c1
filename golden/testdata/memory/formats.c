/* A program with a driver that accepts every format. For each line of the input, it makes a texture or a
 * renderbuffer. Then it destroys its context, and the layer reports all of them.
 *
 *     formats LAYER.so < LINES
 *
 * A line is KIND FORMAT WIDTH HEIGHT DEPTH LEVELS SAMPLES SIZE SIZE, with numbers, and the sizes of two
 * compressed levels; KIND is "2d", "cube", "3d", "array",
 * "samples", "render", "image" (an image of each level by glTexImage2D) or "compressed". */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned texture, renderbuffer, names, format;
static int width, height, depth, samples, sizes[2];
static void *current;

static void get_integer(unsigned name, int *value) {
    *value = (int)(name == 0x8CA7 ? renderbuffer : texture);
}

static void get_texture(unsigned target, unsigned name, int *value) {
    (void)target;
    *value = name == 0x912F;
}

static void get_level(unsigned target, int level, unsigned name, int *value) {
    (void)target;
    *value = name == 0x1000   ? width >> level
             : name == 0x1001 ? height >> level
             : name == 0x8071 ? depth
             : name == 0x1003 ? (int)format
                              : samples;
    if (*value == 0 && name <= 0x1001) *value = 1;
}

static void get_renderbuffer(unsigned target, unsigned name, int *value) {
    (void)target;
    *value = name == 0x8D42 ? width : name == 0x8D43 ? height : name == 0x8D44 ? (int)format : samples;
}

static void gen(int n, unsigned *list) {
    while (n-- > 0) *list++ = ++names;
}

static void bind_texture(unsigned target, unsigned name) {
    (void)target;
    texture = name;
}

static void bind_renderbuffer(unsigned target, unsigned name) {
    (void)target;
    renderbuffer = name;
}

static void storage_2d(unsigned target, int levels, unsigned of, int w, int h) {
    (void)target, (void)levels, (void)of, (void)w, (void)h;
}

static void storage_3d(unsigned target, int levels, unsigned of, int w, int h, int d) {
    (void)target, (void)levels, (void)of, (void)w, (void)h, (void)d;
}

static void storage_samples(unsigned target, int n, unsigned of, int w, int h, unsigned char fixed) {
    (void)target, (void)n, (void)of, (void)w, (void)h, (void)fixed;
}

static void storage_renderbuffer(unsigned target, int n, unsigned of, int w, int h) {
    (void)target, (void)n, (void)of, (void)w, (void)h;
}

static void image_2d(unsigned target, int level, int of, int w, int h, int border, unsigned pixels,
                     unsigned type, const void *data) {
    (void)target, (void)level, (void)of, (void)w, (void)h, (void)border, (void)pixels, (void)type, (void)data;
}

static void compressed_2d(unsigned target, int level, unsigned of, int w, int h, int border, int size,
                          const void *data) {
    (void)target, (void)level, (void)of, (void)w, (void)h, (void)border, (void)size, (void)data;
}

static const char *get_string(unsigned name) {
    return name == 0x1F02 ? "OpenGL ES 3.2 simulated" : "";
}

static void *create_context(void *display, void *config, void *share, const int *attributes) {
    (void)display, (void)config, (void)share, (void)attributes;
    return (void *)7;
}

static unsigned make_current(void *display, void *drawn, void *read, void *context) {
    (void)display, (void)drawn, (void)read;
    current = context;
    return 1;
}

static unsigned destroy_context(void *display, void *context) {
    (void)display, (void)context;
    return 1;
}

static void *get_current(void) {
    return current;
}

static const struct {
    const char *name;
    void *function;
} driver[] = {{"glGenTextures", (void *)gen},
              {"glGenRenderbuffers", (void *)gen},
              {"glBindTexture", (void *)bind_texture},
              {"glBindRenderbuffer", (void *)bind_renderbuffer},
              {"glTexStorage2D", (void *)storage_2d},
              {"glTexStorage3D", (void *)storage_3d},
              {"glTexStorage2DMultisample", (void *)storage_samples},
              {"glRenderbufferStorageMultisample", (void *)storage_renderbuffer},
              {"glTexImage2D", (void *)image_2d},
              {"glCompressedTexImage2D", (void *)compressed_2d},
              {"eglCreateContext", (void *)create_context},
              {"eglMakeCurrent", (void *)make_current},
              {"eglDestroyContext", (void *)destroy_context},
              {"eglGetCurrentContext", (void *)get_current},
              {"eglGetCurrentDisplay", (void *)get_current},
              {"glGetIntegerv", (void *)get_integer},
              {"glGetTexParameteriv", (void *)get_texture},
              {"glGetTexLevelParameteriv", (void *)get_level},
              {"glGetRenderbufferParameteriv", (void *)get_renderbuffer},
              {"glGetString", (void *)get_string}};

enum { FUNCTIONS = sizeof driver / sizeof *driver };

static void *functions[FUNCTIONS]; /* of the layer */

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, driver[i].name) == 0) return driver[i].function;
    return NULL;
}

static void *of_layer(const char *name) {
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, driver[i].name) == 0) return functions[i];
    exit(1);
}

#define CALL(name, type, ...) ((type)of_layer(name))(__VA_ARGS__)

static void make(const char *kind, int levels) {
    unsigned name = 0;
    if (strcmp(kind, "render") == 0) {
        CALL("glGenRenderbuffers", void (*)(int, unsigned *), 1, &name);
        bind_renderbuffer(0x8D41, name);
        CALL("glRenderbufferStorageMultisample", void (*)(unsigned, int, unsigned, int, int), 0x8D41, samples,
             format, width, height);
        return;
    }
    CALL("glGenTextures", void (*)(int, unsigned *), 1, &name);
    bind_texture(0, name);
    if (strcmp(kind, "2d") == 0)
        CALL("glTexStorage2D", void (*)(unsigned, int, unsigned, int, int), 0x0DE1, levels, format, width,
             height);
    else if (strcmp(kind, "cube") == 0)
        CALL("glTexStorage2D", void (*)(unsigned, int, unsigned, int, int), 0x8513, levels, format, width,
             height);
    else if (strcmp(kind, "3d") == 0)
        CALL("glTexStorage3D", void (*)(unsigned, int, unsigned, int, int, int), 0x806F, levels, format,
             width, height, depth);
    else if (strcmp(kind, "array") == 0)
        CALL("glTexStorage3D", void (*)(unsigned, int, unsigned, int, int, int), 0x8C1A, levels, format,
             width, height, depth);
    else if (strcmp(kind, "samples") == 0)
        CALL("glTexStorage2DMultisample", void (*)(unsigned, int, unsigned, int, int, unsigned char), 0x9100,
             samples, format, width, height, 1);
    for (int level = 0; level < levels; level++) {
        int w = width >> level ? width >> level : 1, h = height >> level ? height >> level : 1;
        if (strcmp(kind, "image") == 0)
            CALL("glTexImage2D",
                 void (*)(unsigned, int, int, int, int, int, unsigned, unsigned, const void *), 0x0DE1, level,
                 (int)format, w, h, 0, 0x1908, 0x1401, NULL);
        if (strcmp(kind, "compressed") == 0)
            CALL("glCompressedTexImage2D",
                 void (*)(unsigned, int, unsigned, int, int, int, int, const void *), 0x0DE1, level, format,
                 w, h, 0, sizes[level], NULL);
    }
}

int main(int argc, char **argv) {
    char kind[16];
    int levels;
    void *layer = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (layer == NULL) return 1;
    ((void (*)(void *, void *(*)(void *, const char *)))dlsym(layer, "AndroidGLESLayer_Initialize"))(
        &names, get_next);
    void *(*get)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(layer, "AndroidGLESLayer_GetProcAddress");
    for (int i = 0; i < FUNCTIONS; i++) functions[i] = get(driver[i].name, driver[i].function);
    void *context =
        CALL("eglCreateContext", void *(*)(void *, void *, void *, const int *), (void *)1, NULL, NULL, NULL);
    CALL("eglMakeCurrent", unsigned (*)(void *, void *, void *, void *), (void *)1, NULL, NULL, context);
    while (scanf("%15s %u %d %d %d %d %d %d %d", kind, &format, &width, &height, &depth, &levels, &samples,
                 &sizes[0], &sizes[1]) == 9)
        make(kind, levels);
    CALL("eglMakeCurrent", unsigned (*)(void *, void *, void *, void *), (void *)1, NULL, NULL, NULL);
    CALL("eglDestroyContext", unsigned (*)(void *, void *), (void *)1, context);
    return 0;
}
