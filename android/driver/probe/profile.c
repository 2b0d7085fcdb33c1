/* The values of a driver, as the lines of a profile, which the module profile of a layer reads. */
#include "probe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct limit {
    const char *name;
    unsigned pname;
    int count; /* of values */
    int since; /* version times ten; 0 if only extensions have it */
    const char *extensions;
};

struct format {
    const char *name;
    unsigned value;
    int since;
    const char *extensions;
};

#include "profile_table.h"

enum {
    GL_EXTENSIONS = 0x1F03,
    GL_SAMPLES = 0x80A9,
    GL_NUM_SAMPLE_COUNTS = 0x9380,
    GL_FRAGMENT_SHADER = 0x8B30, /* and the vertex shader after it */
    GL_LOW_FLOAT = 0x8DF0,       /* and the kinds of precision after it */
    MOST_VALUES = 3,
    MOST_SAMPLES = 64,
    MOST_CONFIGS = 256,
};

#define FUNCTIONS(F)                                                                                         \
    F(void, glGetIntegerv, (unsigned, int *))                                                                \
    F(void, glGetInteger64v, (unsigned, int64_t *))                                                          \
    F(void, glGetIntegeri_v, (unsigned, unsigned, int *))                                                    \
    F(void, glGetShaderPrecisionFormat, (unsigned, unsigned, int *, int *))                                  \
    F(void, glGetInternalformativ, (unsigned, unsigned, unsigned, int, int *))                               \
    F(EGLBoolean, eglGetConfigs, (EGLDisplay, EGLConfig *, EGLint, EGLint *))                                \
    F(EGLBoolean, eglGetConfigAttrib, (EGLDisplay, EGLConfig, EGLint, EGLint *))

#define DEFINE(result, name, params) static result(*p_##name) params;
FUNCTIONS(DEFINE)

#define FIND(result, name, params)                                                                           \
    {                                                                                                        \
        void *found = function(#name);                                                                       \
        memcpy(&p_##name, &found, sizeof found);                                                             \
    }

static void say_line(const char *format, ...) {
    char line[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    say("line", line);
}

/* Reports whether the call before raised no error. A driver that has lost its context raises one forever. */
static int succeeded(void) {
    int ok = 1;
    for (int i = 0; i < 8 && p_glGetError(); i++) ok = 0;
    return ok;
}

static const char *extensions;
static int version; /* of the context, times ten */

/* Reports whether the context has something: a query of anything else only raises an error. */
static int has(int since, const char *list) {
    if (since && since <= version) return 1;
    for (; *list; list += strspn(list, " ")) {
        char word[128];
        int length = (int)strcspn(list, " ");
        snprintf(word, sizeof word, "%.*s", length, list);
        if (has_word(extensions, word)) return 1;
        list += length;
    }
    return 0;
}

static void say_strings(void) {
    static const struct {
        const char *name;
        unsigned value;
    } strings[] = {{"GL_VERSION", 0x1F02},
                   {"GL_RENDERER", 0x1F01},
                   {"GL_VENDOR", 0x1F00},
                   {"GL_SHADING_LANGUAGE_VERSION", 0x8B8C}};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        const char *text = (const char *)p_glGetString(strings[i].value);
        if (text) say_line("%s %s", strings[i].name, text);
    }
}

static void say_limit(const struct limit *limit) {
    static const int unset = -0x7ead;
    int narrow[4] = {unset, unset, unset, unset}, length = 0;
    int64_t wide[4] = {unset, unset, unset, unset};
    char text[128];
    if (!has(limit->since, limit->extensions)) return;
    for (int n = 0; limit->count == MOST_VALUES && n < MOST_VALUES && p_glGetIntegeri_v; n++)
        p_glGetIntegeri_v(limit->pname, (unsigned)n, &narrow[n]);
    if (limit->count < MOST_VALUES && version >= 30 && p_glGetInteger64v)
        p_glGetInteger64v(limit->pname, wide);
    else if (limit->count < MOST_VALUES)
        p_glGetIntegerv(limit->pname, narrow);
    for (int n = 0; n < limit->count; n++) {
        int64_t value = wide[n] != unset ? wide[n] : narrow[n];
        if (value == unset) length = (int)sizeof text;
        if (length < (int)sizeof text)
            length += snprintf(text + length, sizeof text - (size_t)length, " %lld", (long long)value);
    }
    if (succeeded() && length < (int)sizeof text) say_line("%s%s", limit->name, text);
}

static void say_precisions(void) {
    static const char *const shaders[] = {"GL_VERTEX_SHADER", "GL_FRAGMENT_SHADER"};
    static const char *const kinds[] = {"GL_LOW_FLOAT", "GL_MEDIUM_FLOAT", "GL_HIGH_FLOAT",
                                        "GL_LOW_INT",   "GL_MEDIUM_INT",   "GL_HIGH_INT"};
    for (unsigned s = 0; s < 2; s++)
        for (unsigned k = 0; k < 6; k++) {
            int range[2] = {0, 0}, bits = 0;
            p_glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER + (s == 0), GL_LOW_FLOAT + k, range, &bits);
            if (succeeded())
                say_line("precision %s %s %d %d %d", shaders[s], kinds[k], range[0], range[1], bits);
        }
}

static void say_extensions(void) {
    const char *list = extensions;
    while (list && *(list += strspn(list, " "))) {
        int length = (int)strcspn(list, " ");
        say_line("extension %.*s", length, list);
        list += length;
    }
}

/* The largest number of samples of a format, with any target. */
static void say_samples(const struct format *format) {
    static const struct {
        unsigned value;
        int since;
        const char *extensions;
    } targets[] = {
        {0x8D41, 30, ""}, /* GL_RENDERBUFFER */
        {0x9100, 31, ""}, /* GL_TEXTURE_2D_MULTISAMPLE, and its array */
        {0x9102, 32, "GL_OES_texture_storage_multisample_2d_array"},
    };
    int list[MOST_SAMPLES], most = -1;
    for (int t = 0; t < 3; t++) {
        int count = -1;
        if (!has(targets[t].since, targets[t].extensions)) continue;
        p_glGetInternalformativ(targets[t].value, format->value, GL_NUM_SAMPLE_COUNTS, 1, &count);
        if (!succeeded() || count < 0 || count > MOST_SAMPLES) continue;
        if (count) p_glGetInternalformativ(targets[t].value, format->value, GL_SAMPLES, count, list);
        if (!succeeded()) continue;
        if (most < 0) most = 0;
        for (int n = 0; n < count; n++)
            if (list[n] > most) most = list[n];
    }
    if (most >= 0) say_line("samples %s %d", format->name, most);
}

static const struct {
    const char *name;
    EGLint value;
} attributes[] = {{"EGL_RED_SIZE", 0x3024},   {"EGL_GREEN_SIZE", 0x3023}, {"EGL_BLUE_SIZE", 0x3022},
                  {"EGL_ALPHA_SIZE", 0x3021}, {"EGL_DEPTH_SIZE", 0x3025}, {"EGL_STENCIL_SIZE", 0x3026},
                  {"EGL_SAMPLES", 0x3031}};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

/* Each combination of the attributes once. */
static void say_configs(EGLDisplay display) {
    static EGLint values[MOST_CONFIGS][ATTRIBUTES];
    EGLint size = 0, count = 0, said = 0;
    if (!p_eglGetConfigs(display, NULL, 0, &size) || size <= 0 || size > 65536) return;
    EGLConfig *list = calloc((size_t)size, sizeof *list);
    if (!list || !p_eglGetConfigs(display, list, size, &count)) count = 0;
    for (EGLint n = 0; n < count && said < MOST_CONFIGS; n++) {
        char text[512] = "";
        EGLint *now = values[said];
        int known = 0;
        for (int i = 0; i < ATTRIBUTES; i++) {
            now[i] = 0;
            p_eglGetConfigAttrib(display, list[n], attributes[i].value, &now[i]);
            snprintf(text + strlen(text), sizeof text - strlen(text), " %s=%d", attributes[i].name, now[i]);
        }
        for (EGLint i = 0; i < said; i++) known |= memcmp(values[i], now, sizeof *values) == 0;
        if (known) continue;
        said++;
        say_line("config%s", text);
    }
    free(list);
}

void task_profile(const char *argument) {
    (void)argument;
    EGLDisplay display;
    struct context made;
    int major = 0, minor = 0;
    if (!open_egl(NULL) || !open_display(&display)) return;
    const char *wrong = make_context(display, 3, &made);
    if (wrong) wrong = make_context(display, 2, &made);
    if (wrong) return say_error("why", wrong);
    FUNCTIONS(FIND)
    if (!p_glGetString || !p_glGetError || !p_glGetIntegerv || !p_glGetShaderPrecisionFormat)
        return say("why", "missing functions: those that query values");
    succeeded();
    const char *text = (const char *)p_glGetString(0x1F02); /* GL_VERSION */
    if (!text || sscanf(text, "OpenGL ES %d.%d", &major, &minor) != 2)
        return say("why", "GL_VERSION does not begin with OpenGL ES and a version");
    version = 10 * major + minor;
    extensions = (const char *)p_glGetString(GL_EXTENSIONS);
    say_strings();
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) say_limit(&limits[i]);
    say_precisions();
    say_extensions();
    for (size_t i = 0; i < sizeof formats / sizeof *formats && version >= 30 && p_glGetInternalformativ; i++)
        if (has(formats[i].since, formats[i].extensions)) say_samples(&formats[i]);
    if (p_eglGetConfigs && p_eglGetConfigAttrib) say_configs(display);
    p_eglMakeCurrent(display, NULL, NULL, NULL);
    drop_context(&made);
    p_eglTerminate(display);
    say("done", "yes");
}
