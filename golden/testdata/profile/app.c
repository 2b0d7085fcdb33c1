// Requires what the module profile promises for test.profile:
//
//	app device    the app sees the device
//	app driver    the app sees the driver
//	app draws 20  what each version has works, with the device or the driver
//	app es3       the app sees a device with OpenGL ES 3.0 and the extensions of the driver
//	app bare      the app sees a device with OpenGL ES 2.0 without extensions
//	app es2       the app sees a device with OpenGL ES 2.0 and the extensions of the driver
//	app none 20   the app has a context of OpenGL ES 2.0
#define _GNU_SOURCE
#define GL_GLEXT_PROTOTYPES
#include "../app.h"

#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

static int failures;

static void require(int ok, int line, const char *what) {
    if (ok) return;
    printf("line %d: %s\n", line, what);
    failures++;
}

#define REQUIRE(condition) require(condition, __LINE__, #condition)
#define REQUIRE_ERROR(error)                                                                                 \
    do {                                                                                                     \
        GLenum got_ = glGetError(), next_ = glGetError();                                                    \
        if (got_ != (error) || next_ != GL_NO_ERROR)                                                         \
            printf("line %d: glGetError: %#x and %#x, not %s\n", __LINE__, got_, next_, #error), failures++; \
    } while (0)

// Requires that all queries of a value agree.
static void require_value(int line, GLenum name, int count, const GLint *want) {
    GLint i[4] = {-7, -7, -7, -7};
    GLint64 l[4] = {-7, -7, -7, -7};
    GLfloat f[4] = {-7, -7, -7, -7};
    GLboolean b[4] = {7, 7, 7, 7};
    glGetIntegerv(name, i), glGetInteger64v(name, l), glGetFloatv(name, f), glGetBooleanv(name, b);
    for (int n = 0; n < 4; n++) {
        int past = n >= count;
        if (i[n] != (past ? -7 : want[n]) || l[n] != (past ? -7 : want[n]) ||
            f[n] != (past ? -7 : (GLfloat)want[n]) || b[n] != (past ? 7 : want[n] != 0))
            printf("line %d: %#x[%d]: %d %lld %g %d\n", line, name, n, i[n], (long long)l[n], (double)f[n],
                   b[n]),
                failures++;
    }
    REQUIRE_ERROR(GL_NO_ERROR);
}

#define VALUE(name, ...)                                                                                     \
    require_value(__LINE__, name, sizeof((const GLint[]){__VA_ARGS__}) / sizeof(GLint),                      \
                  (const GLint[]){__VA_ARGS__})

static int words(const char *list) {
    int n = 0;
    for (; *list; list += strspn(list, " ")) n++, list += strcspn(list, " ");
    return n;
}

static void extensions(EGLDisplay display) {
    const char *all = (const char *)glGetString(GL_EXTENSIONS);
    REQUIRE(!strstr(all, "GL_KHR_texture_compression_astc") &&
            !strstr(all, "GL_EXT_texture_filter_anisotropic"));
    REQUIRE(strstr(all, "GL_OES_depth24") != NULL);
    VALUE(GL_NUM_EXTENSIONS, words(all));
    for (int i = 0; i < words(all); i++) {
        const char *one = (const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i);
        REQUIRE(one && strstr(all, one));
    }
    REQUIRE(glGetStringi(GL_EXTENSIONS, (GLuint)words(all)) == NULL);
    REQUIRE_ERROR(GL_INVALID_VALUE);
    REQUIRE(!strstr(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_fence_sync"));
    REQUIRE(eglGetProcAddress("glMultiDrawArraysEXT") == NULL &&
            eglGetProcAddress("eglCreateSyncKHR") == NULL);
    REQUIRE(eglGetProcAddress("glClear") != NULL &&
            eglGetProcAddress("glEGLImageTargetTexture2DOES") != NULL);
}

static void formats(void) {
    GLint count = -1, list[512];
    memset(list, 0x7f, sizeof list);
    glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS, &count);
    glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS, list);
    REQUIRE(count > 0 && count < 500 && list[count] == 0x7f7f7f7f);
    for (int i = 0; i < count; i++) REQUIRE(list[i] < GL_COMPRESSED_RGBA_ASTC_4x4_KHR || list[i] > 0x93DD);
    VALUE(GL_NUM_COMPRESSED_TEXTURE_FORMATS, count);
    static char pixels[64];
    GLint samples = -7;
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_ASTC_4x4_KHR, 4, 4, 0, 16, pixels);
    REQUIRE_ERROR(GL_INVALID_ENUM);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 8, pixels);
    REQUIRE_ERROR(GL_NO_ERROR);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGB32F, 4, 4);
    REQUIRE_ERROR(GL_INVALID_ENUM);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, 4, 4, 0, GL_RGB, GL_FLOAT, NULL);
    REQUIRE_ERROR(GL_INVALID_VALUE);
    glGetInternalformativ(GL_RENDERBUFFER, GL_RGB32F, GL_SAMPLES, 1, &samples);
    REQUIRE_ERROR(GL_INVALID_ENUM);
    REQUIRE(samples == -7);
}

static void refusals(void) {
    GLint value = -7;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1025, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    REQUIRE_ERROR(GL_INVALID_VALUE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1024, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    REQUIRE_ERROR(GL_NO_ERROR);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &value);
    REQUIRE(value == 1024);
    glTexImage2D(GL_TEXTURE_2D, 11, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL); // log2(1024) is 10
    REQUIRE_ERROR(GL_INVALID_VALUE);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 1025);
    REQUIRE_ERROR(GL_INVALID_VALUE);
    glActiveTexture(GL_TEXTURE0 + 32);
    REQUIRE_ERROR(GL_INVALID_ENUM);
    glActiveTexture(GL_TEXTURE0 + 31);
    REQUIRE_ERROR(GL_NO_ERROR);
    glActiveTexture(GL_TEXTURE0);
    glVertexAttribPointer(16 - 1, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    REQUIRE_ERROR(GL_NO_ERROR);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 2049, 4);
    REQUIRE_ERROR(GL_INVALID_VALUE);
    glDispatchCompute(101, 1, 1);
    REQUIRE_ERROR(GL_INVALID_VALUE);
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, 2); // of a hidden extension
    REQUIRE_ERROR(GL_INVALID_ENUM);
    glDrawElementsBaseVertex(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, NULL, 0); // of OpenGL ES 3.2
    REQUIRE_ERROR(GL_INVALID_OPERATION);
    glEnable(0xDEAD); // the driver's error is the first one
    glActiveTexture(GL_TEXTURE0 + 32);
    REQUIRE_ERROR(GL_INVALID_ENUM);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBufferData(GL_ARRAY_BUFFER, 4, NULL, GL_STATIC_DRAW);
    glActiveTexture(GL_TEXTURE0 + 32);
    REQUIRE_ERROR(GL_INVALID_OPERATION);
}

// Requires the numbers of samples of a format, in all queries and for new renderbuffers.
static void samples(void) {
    static const struct {
        GLenum format;
        GLint most, refused;
    } cases[] = {{GL_RGB565, 0, 2}, {GL_DEPTH_COMPONENT16, 2, 3}, {GL_DEPTH24_STENCIL8, 2, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GLenum format = cases[i].format;
        GLint count = -7, list[4] = {-7, -7, -7, -7};
        glGetInternalformativ(GL_RENDERBUFFER, format, GL_NUM_SAMPLE_COUNTS, 1, &count);
        glGetInternalformativ(GL_RENDERBUFFER, format, GL_SAMPLES, 4, list);
        REQUIRE(count == (cases[i].most > 0) && list[0] == (count ? cases[i].most : -7) && list[1] == -7);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, cases[i].refused, format, 4, 4);
        REQUIRE_ERROR(GL_INVALID_OPERATION);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, cases[i].most, format, 4, 4);
        REQUIRE_ERROR(GL_NO_ERROR);
    }
    GLint count = 0, first = 0;
    glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, &count);
    glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, 1, &first);
    REQUIRE(count > 0 && first >= 4);
    glGetInternalformativ(GL_RENDERBUFFER, GL_RGB565, GL_SAMPLES, -1, &first);
    REQUIRE_ERROR(GL_INVALID_VALUE);
    glGetInternalformativ(GL_TEXTURE_2D, GL_RGB565, GL_SAMPLES, 1, &first);
    REQUIRE_ERROR(GL_INVALID_ENUM);
    GLuint texture;
    glGenTextures(1, &texture), glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
    glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_DEPTH24_STENCIL8, 4, 4, GL_TRUE);
    REQUIRE_ERROR(GL_INVALID_OPERATION);
    glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, GL_TRUE);
    REQUIRE_ERROR(GL_NO_ERROR);
    glDeleteTextures(1, &texture);
}

static int find_driver(struct dl_phdr_info *info, size_t size, void *found) {
    void *library = size && strstr(info->dlpi_name, "libEGL.so") ? dlopen(info->dlpi_name, RTLD_NOW) : NULL;
    void *function = library ? dlsym(library, "eglChooseConfig") : NULL;
    if (function && function != (void *)(uintptr_t)eglChooseConfig) memcpy(found, &function, sizeof function);
    return 0;
}

// Returns a config that the profile hides, from the driver below the layer; null if the driver has none.
static EGLConfig hidden_config(EGLDisplay display) {
    EGLBoolean (*choose)(EGLDisplay, const EGLint *, EGLConfig *, EGLint, EGLint *) = NULL;
    EGLConfig config = NULL;
    EGLint n = 0;
    dl_iterate_phdr(find_driver, &choose);
    REQUIRE(choose != NULL);
    if (choose)
        choose(display, (const EGLint[]){EGL_SAMPLES, 2, EGL_SURFACE_TYPE, 0, EGL_NONE}, &config, 1, &n);
    return config;
}

// Requires that no list has a hidden EGL config, and that such a config is refused.
static void configs(EGLDisplay display) {
    static const EGLint depth24[] = {EGL_DEPTH_SIZE, 24, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    static const EGLint multisampled[] = {EGL_SAMPLES, 1, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    EGLConfig list[1024], one[1], hidden = hidden_config(display);
    EGLint count = -7, all = -7, n = -7, last = 0, id = 0;
    REQUIRE(eglGetConfigs(display, NULL, 0, &count) && eglGetConfigs(display, list, 1024, &all));
    REQUIRE(count == all && count > 0);
    for (EGLint i = 0; i < all; i++) {
        EGLint samples = -7, depth = -7, stencil = -7;
        eglGetConfigAttrib(display, list[i], EGL_SAMPLES, &samples);
        eglGetConfigAttrib(display, list[i], EGL_DEPTH_SIZE, &depth);
        eglGetConfigAttrib(display, list[i], EGL_STENCIL_SIZE, &stencil);
        eglGetConfigAttrib(display, list[i], EGL_CONFIG_ID, &id);
        REQUIRE(samples == 0 && (depth < 24 || stencil > 0));
        if (id > last) last = id;
    }
    REQUIRE(eglGetConfigs(display, one, 1, &n) && n == 1 && one[0] == list[0]);
    REQUIRE(eglChooseConfig(display, multisampled, list, 1024, &n) && n == 0);
    REQUIRE(eglChooseConfig(display, depth24, NULL, 0, &n) && n > 0);
    REQUIRE(eglChooseConfig(display, depth24, one, 1, &n) && n == 1);
    eglGetConfigAttrib(display, one[0], EGL_STENCIL_SIZE, &n);
    REQUIRE(n > 0 && eglGetError() == EGL_SUCCESS);
    REQUIRE(!eglChooseConfig(display, (const EGLint[]){EGL_SAMPLES, -5, EGL_NONE}, one, 1, &n));
    REQUIRE(eglGetError() == EGL_BAD_ATTRIBUTE);
    REQUIRE(!eglGetConfigs(display, NULL, 0, NULL) && eglGetError() == EGL_BAD_PARAMETER);
    if (hidden == NULL) return;
    n = -7;
    REQUIRE(!eglGetConfigAttrib(display, hidden, EGL_SAMPLES, &n) && n == -7);
    REQUIRE(eglGetError() == EGL_BAD_CONFIG && eglGetError() == EGL_SUCCESS);
    REQUIRE(eglCreatePbufferSurface(display, hidden, NULL) == EGL_NO_SURFACE);
    REQUIRE(eglGetError() == EGL_BAD_CONFIG);
    REQUIRE(eglCreateContext(display, hidden, EGL_NO_CONTEXT, NULL) == EGL_NO_CONTEXT);
    REQUIRE(eglGetError() == EGL_BAD_CONFIG);
}

static GLint compile(const char *source, char *log) {
    GLuint s = glCreateShader(GL_VERTEX_SHADER);
    GLint ok = -1, size = 0;
    GLsizei got = 0;
    char kept[256] = "";
    glShaderSource(s, 1, &source, NULL);
    glCompileShader(s);
    glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
    glGetShaderiv(s, GL_INFO_LOG_LENGTH, &size);
    glGetShaderInfoLog(s, 1024, &got, log);
    glGetShaderSource(s, sizeof kept, NULL, kept);
    REQUIRE(strcmp(kept, source) == 0 && (size == got + 1 || size == 0));
    glDeleteShader(s);
    return ok;
}

static void shaders(void) {
    GLint range[2], bits;
    char log[1024] = "";
    glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_HIGH_FLOAT, range, &bits);
    REQUIRE(range[0] == 0 && range[1] == 0 && bits == 0);
    glGetShaderPrecisionFormat(GL_VERTEX_SHADER, GL_MEDIUM_INT, range, &bits);
    REQUIRE(range[0] == 15 && range[1] == 14 && bits == 0);
    REQUIRE(compile("#version 310 es\nvoid main() { gl_Position = vec4(0); }", log) == GL_TRUE);
    REQUIRE(compile("#version 320 es\nvoid main() { gl_Position = vec4(0); }", log) == GL_FALSE);
    REQUIRE(strstr(log, "3.20") != NULL);
    REQUIRE_ERROR(GL_NO_ERROR);
}

static EGLContext create(struct app *app, int version) {
    EGLConfig config = NULL;
    EGLint id = 0, n = 0;
    eglQueryContext(app->display, app->context, EGL_CONFIG_ID, &id);
    eglChooseConfig(app->display, (const EGLint[]){EGL_CONFIG_ID, id, EGL_NONE}, &config, 1, &n);
    return eglCreateContext(app->display, config, EGL_NO_CONTEXT,
                            (const EGLint[]){EGL_CONTEXT_MAJOR_VERSION, version / 10,
                                             EGL_CONTEXT_MINOR_VERSION, version % 10, EGL_NONE});
}

static void see_device(struct app *app) {
    GLint value = -7;
    REQUIRE(strcmp((const char *)glGetString(GL_VERSION), "OpenGL ES 3.1 Test 1.0") == 0);
    REQUIRE(strcmp((const char *)glGetString(GL_RENDERER), "Tester (TM) 300") == 0);
    REQUIRE(strcmp((const char *)glGetString(GL_VENDOR), "Test") == 0);
    REQUIRE(strcmp((const char *)glGetString(GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 3.10") == 0);
    VALUE(GL_MAJOR_VERSION, 3);
    VALUE(GL_MINOR_VERSION, 1);
    VALUE(GL_MAX_TEXTURE_SIZE, 1024);
    VALUE(GL_MAX_VIEWPORT_DIMS, 2000, 3000);
    VALUE(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, 256);
    VALUE(GL_MIN_PROGRAM_TEXEL_OFFSET, -6);
    for (GLuint i = 0; i < 3; i++) {
        GLint64 wide = -7;
        GLboolean some = 7;
        glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, i, &value);
        glGetInteger64i_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, i, &wide);
        glGetBooleani_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, i, &some);
        REQUIRE(value == 100 * (GLint)(i + 1) && wide == value && some == GL_TRUE);
    }
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 3, &value);
    REQUIRE_ERROR(GL_INVALID_VALUE);
    glGetIntegerv(GL_MAX_PATCH_VERTICES, &value); // of OpenGL ES 3.2
    REQUIRE_ERROR(GL_INVALID_ENUM);
    REQUIRE(create(app, 32) == EGL_NO_CONTEXT);
    REQUIRE(eglGetError() == EGL_BAD_MATCH && eglGetError() == EGL_SUCCESS);
    REQUIRE(create(app, 31) != EGL_NO_CONTEXT && eglGetError() == EGL_SUCCESS);
    GLuint texture, buffer;
    glGenTextures(1, &texture), glBindTexture(GL_TEXTURE_2D, texture);
    glGenRenderbuffers(1, &buffer), glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    REQUIRE_ERROR(GL_NO_ERROR);
    extensions(app->display);
    configs(app->display);
    formats();
    samples();
    refusals();
    shaders();
}

static void see_driver(struct app *app) {
    GLint value = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &value);
    REQUIRE(value >= 4096);
    REQUIRE(!strstr((const char *)glGetString(GL_RENDERER), "Tester"));
    REQUIRE(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_KHR_debug") != NULL);
    REQUIRE(create(app, 32) != EGL_NO_CONTEXT);
    glActiveTexture(GL_TEXTURE0 + 32);
    REQUIRE_ERROR(GL_NO_ERROR);
}

// Requires that what OpenGL ES 2.0 has works.
static void draw_something(void) {
    GLuint texture, buffer, frame;
    glGenTextures(1, &texture), glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenRenderbuffers(1, &buffer), glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 4, 4);
    glGenFramebuffers(1, &frame), glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer);
    REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    glActiveTexture(GL_TEXTURE7), glEnableVertexAttribArray(7), glDisableVertexAttribArray(7);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    REQUIRE_ERROR(GL_NO_ERROR);
}

// Chooses a config for some versions of OpenGL ES, and returns whether there is one.
static int choose(struct app *app, EGLint attribute, EGLint bit, EGLConfig *config) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, attribute, bit, EGL_NONE};
    EGLint n = 0;
    REQUIRE(eglChooseConfig(app->display, wanted, config, 1, &n));
    return n;
}

// EGL configs are for the versions of the device.
static void see_apis(struct app *app, int version) {
    const EGLint attributes[] = {EGL_RENDERABLE_TYPE, EGL_CONFORMANT};
    for (int i = 0; i < 2; i++) {
        EGLConfig config = NULL;
        EGLint apis = 0;
        REQUIRE(choose(app, attributes[i], EGL_OPENGL_ES2_BIT, &config));
        REQUIRE(eglGetConfigAttrib(app->display, config, attributes[i], &apis));
        REQUIRE(apis & EGL_OPENGL_ES2_BIT && !(apis & EGL_OPENGL_ES3_BIT) == (version < 30));
        REQUIRE(choose(app, attributes[i], EGL_OPENGL_ES3_BIT, &config) == (version >= 30));
    }
}

static int has_extension(const char *name) {
    return strstr((const char *)glGetString(GL_EXTENSIONS), name) != NULL;
}

// Values of extensions are valid, if the version of the device allows the extension.
static void see_extensions(int version) {
    GLuint texture, buffer;
    glGenTextures(1, &texture), glBindTexture(GL_TEXTURE_2D, texture);
    glGenFramebuffers(1, &buffer), glBindFramebuffer(GL_FRAMEBUFFER, buffer);
    REQUIRE(!has_extension("GL_EXT_texture_cube_map_array") && !has_extension("GL_EXT_geometry_shader"));
    REQUIRE(has_extension("GL_EXT_color_buffer_float") == (version >= 30));
    REQUIRE(has_extension("GL_EXT_texture_border_clamp") && has_extension("GL_EXT_draw_buffers"));
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, (const GLfloat[]){0, 0, 0, 0});
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, 4, 4, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, NULL);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, 0, 0);
    REQUIRE_ERROR(GL_NO_ERROR);
    glBindTexture(GL_TEXTURE_CUBE_MAP_ARRAY, 0);
    REQUIRE_ERROR(GL_INVALID_ENUM);
}

// Without extensions, the formats of the version remain.
static void see_no_extension(void) {
    GLuint texture;
    GLint units = 0;
    REQUIRE(!has_extension("GL_"));
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    if (units > 63) glActiveTexture(GL_TEXTURE0 + 63); // the value of GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT
    REQUIRE_ERROR(GL_NO_ERROR);
    glGenTextures(1, &texture), glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 4, 4);
    REQUIRE_ERROR(GL_INVALID_OPERATION); // no renderbuffer is bound
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, 4, 4, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, NULL);
    REQUIRE(glGetError() != GL_NO_ERROR);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    struct app app =
        start_app(argc > 2 ? atoi(argv[2]) : 30, 4); // the driver may make one of a higher version
    glFlush();
    if (strcmp(argv[1], "device") == 0) see_device(&app);
    if (strcmp(argv[1], "driver") == 0) see_driver(&app);
    if (strcmp(argv[1], "draws") == 0) draw_something();
    if (strcmp(argv[1], "es3") == 0) see_apis(&app, 30), see_extensions(30);
    if (strcmp(argv[1], "bare") == 0) see_no_extension();
    if (strcmp(argv[1], "es2") == 0) see_apis(&app, 20), see_extensions(20);
    eglTerminate(app.display);
    printf("end\n");
    return failures != 0;
}
