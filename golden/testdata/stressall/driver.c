// A driver for more contexts than a real one has memory for. It has the errors that the app causes, and lost
// contexts: their functions return zero and store nothing.
#include "commands.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONTEXTS = 1200, SIZE = 16, LOST = 0x0507, QUERY_BITS = 0x8864 }; // LOST: GL_CONTEXT_LOST

struct context {
    int version, is_used, is_lost;
    int loses_forever; // glGetError always returns GL_CONTEXT_LOST, and not once for each call
    GLenum error;
    GLfloat color[4]; // with which it clears
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // for is_used
static struct context table[MOST_CONTEXTS];
static _Thread_local struct context *current;
static _Thread_local EGLSurface current_surface;
static _Thread_local EGLint egl_error = EGL_SUCCESS;
static atomic_uint last_name;

static struct context *find_context(EGLContext handle) {
    uintptr_t i = (uintptr_t)handle;
    return i > 0 && i <= MOST_CONTEXTS && table[i - 1].is_used ? &table[i - 1] : NULL;
}

void lose_fake(EGLContext handle, int forever) {
    struct context *c = find_context(handle);
    if (c == NULL) return;
    c->is_lost = 1;
    c->loses_forever = forever;
}

static void raise(GLenum error) {
    if (current->error == GL_NO_ERROR) current->error = error;
}

// Reports whether a function works: there is a context, and it is not lost.
static int works(void) {
    if (current == NULL) return 0;
    if (current->is_lost) raise(LOST);
    return !current->is_lost;
}

static EGLBoolean egl_result(EGLint error) {
    egl_error = error;
    return error == EGL_SUCCESS;
}

// --- EGL

static EGLDisplay fake_eglGetDisplay(EGLNativeDisplayType native) {
    (void)native;
    return (EGLDisplay)1;
}

static EGLBoolean fake_eglInitialize(EGLDisplay d, EGLint *major, EGLint *minor) {
    (void)d;
    if (major) *major = 1;
    if (minor) *minor = 5;
    return egl_result(EGL_SUCCESS);
}

static EGLBoolean fake_succeed(void) {
    return egl_result(EGL_SUCCESS);
}

static EGLBoolean fake_eglChooseConfig(EGLDisplay d, const EGLint *list, EGLConfig *c, EGLint size,
                                       EGLint *n) {
    (void)d, (void)list;
    if (c && size > 0) *c = (EGLConfig)1;
    *n = 1;
    return egl_result(EGL_SUCCESS);
}

static EGLBoolean fake_eglGetConfigAttrib(EGLDisplay d, EGLConfig c, EGLint name, EGLint *value) {
    (void)d, (void)c;
    *value = name == EGL_RED_SIZE || name == EGL_GREEN_SIZE || name == EGL_BLUE_SIZE ? 8 : 0;
    return egl_result(EGL_SUCCESS);
}

static EGLSurface fake_eglCreatePbufferSurface(EGLDisplay d, EGLConfig c, const EGLint *list) {
    (void)d, (void)c, (void)list;
    egl_error = EGL_SUCCESS;
    return (EGLSurface)(uintptr_t)(atomic_fetch_add(&last_name, 1) + 1);
}

static EGLContext fake_eglCreateContext(EGLDisplay d, EGLConfig config, EGLContext share,
                                        const EGLint *list) {
    (void)d, (void)config, (void)share;
    uintptr_t i = 0;
    pthread_mutex_lock(&lock);
    while (i < MOST_CONTEXTS && table[i].is_used) i++;
    if (i == MOST_CONTEXTS) fail("too many", "contexts");
    table[i] = (struct context){.is_used = 1, .version = 2};
    pthread_mutex_unlock(&lock);
    for (; list && *list != EGL_NONE; list += 2)
        if (*list == EGL_CONTEXT_CLIENT_VERSION) table[i].version = list[1];
    egl_error = EGL_SUCCESS;
    return (EGLContext)(i + 1);
}

static EGLBoolean fake_eglDestroyContext(EGLDisplay d, EGLContext handle) {
    (void)d;
    pthread_mutex_lock(&lock);
    struct context *c = find_context(handle);
    if (c) c->is_used = 0;
    pthread_mutex_unlock(&lock);
    return egl_result(c ? EGL_SUCCESS : EGL_BAD_CONTEXT);
}

static EGLBoolean fake_eglMakeCurrent(EGLDisplay d, EGLSurface to, EGLSurface from, EGLContext handle) {
    (void)d, (void)from;
    struct context *c = find_context(handle);
    if (c && c->is_lost) return egl_result(EGL_CONTEXT_LOST);
    current = c, current_surface = c ? to : EGL_NO_SURFACE;
    return egl_result(EGL_SUCCESS);
}

static EGLBoolean fake_eglSwapBuffers(EGLDisplay d, EGLSurface s) {
    (void)d, (void)s;
    return egl_result(current && current->is_lost ? EGL_CONTEXT_LOST : EGL_SUCCESS);
}

static EGLint fake_eglGetError(void) {
    EGLint error = egl_error;
    egl_error = EGL_SUCCESS;
    return error;
}

static EGLContext fake_eglGetCurrentContext(void) {
    return current ? (EGLContext)(uintptr_t)(current - table + 1) : EGL_NO_CONTEXT;
}

static EGLDisplay fake_eglGetCurrentDisplay(void) {
    return current ? (EGLDisplay)1 : EGL_NO_DISPLAY;
}

static EGLSurface fake_eglGetCurrentSurface(EGLint which) {
    (void)which;
    return current_surface;
}

static EGLBoolean fake_eglQuerySurface(EGLDisplay d, EGLSurface s, EGLint name, EGLint *value) {
    (void)d, (void)s;
    *value = name == EGL_WIDTH || name == EGL_HEIGHT ? SIZE : 0;
    return egl_result(EGL_SUCCESS);
}

static const char *fake_eglQueryString(EGLDisplay d, EGLint name) {
    (void)d;
    egl_error = EGL_SUCCESS;
    return name == EGL_VERSION ? "1.5" : "fake";
}

// --- OpenGL ES

static GLenum fake_glGetError(void) {
    if (current == NULL) return GL_NO_ERROR;
    GLenum error = current->is_lost && current->loses_forever ? LOST : current->error;
    current->error = GL_NO_ERROR;
    return error;
}

// Any function that only changes state, or that returns 0.
static uintptr_t fake_nothing(void) {
    works();
    return 0;
}

static GLuint fake_one(void) {
    return (GLuint)works();
}

static GLuint fake_create(void) {
    return works() ? atomic_fetch_add(&last_name, 1) + 1 : 0;
}

static void fake_generate(GLsizei n, GLuint *names) {
    for (GLsizei i = 0; i < n && works(); i++) names[i] = atomic_fetch_add(&last_name, 1) + 1;
}

static const GLubyte *fake_glGetString(GLenum name) {
    if (!works()) return NULL;
    if (name == GL_VERSION)
        return (const GLubyte *)(current->version == 3 ? "OpenGL ES 3.2" : "OpenGL ES 2.0");
    return (const GLubyte *)(name == GL_EXTENSIONS ? "GL_EXT_disjoint_timer_query" : "fake");
}

static const GLubyte *fake_glGetStringi(GLenum name, GLuint i) {
    (void)i;
    return works() && name == GL_EXTENSIONS ? (const GLubyte *)"GL_EXT_disjoint_timer_query" : NULL;
}

static void fake_glEnable(GLenum cap) {
    if (works() && cap == 0x1234) raise(GL_INVALID_ENUM);
}

static void fake_glBindTexture(GLenum target, GLuint name) {
    (void)name;
    if (works() && target == 0x1234) raise(GL_INVALID_ENUM);
}

static void fake_glViewport(GLint x, GLint y, GLsizei w, GLsizei h) {
    (void)x, (void)y;
    if (works() && (w < 0 || h < 0)) raise(GL_INVALID_VALUE);
}

static void fake_glClearColor(GLfloat r, GLfloat g, GLfloat b, GLfloat a) {
    const GLfloat color[4] = {r, g, b, a};
    for (int i = 0; i < 4 && works(); i++) current->color[i] = color[i];
}

// The pixels have the color with which the context clears.
static void fake_glReadPixels(GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, void *p) {
    (void)x, (void)y, (void)format, (void)type;
    for (GLsizei i = 0; i < 4 * w * h && p && works(); i++)
        ((GLubyte *)p)[i] = (GLubyte)(current->color[i % 4] * 255);
}

static GLenum fake_glCheckFramebufferStatus(GLenum target) {
    (void)target;
    return works() ? GL_FRAMEBUFFER_COMPLETE : 0;
}

static void *fake_glMapBufferRange(GLenum target, GLintptr at, GLsizeiptr size, GLbitfield access) {
    static _Thread_local GLubyte memory[SIZE * SIZE * 4];
    (void)target, (void)at, (void)access;
    return works() && size <= (GLsizeiptr)sizeof memory ? memory : NULL;
}

static GLenum fake_glClientWaitSync(GLsync fence, GLbitfield flags, GLuint64 wait) {
    (void)fence, (void)flags, (void)wait;
    return works() ? GL_ALREADY_SIGNALED : GL_WAIT_FAILED;
}

// The number of values that a query stores.
static int values_of(GLenum name) {
    return name == GL_VIEWPORT || name == GL_SCISSOR_BOX || name == GL_COLOR_CLEAR_VALUE ||
                   name == GL_BLEND_COLOR || name == GL_COLOR_WRITEMASK
               ? 4
           : name == GL_MAX_VIEWPORT_DIMS || name == GL_DEPTH_RANGE ? 2
                                                                    : 1;
}

static int value_of(GLenum name) {
    return name == GL_VIEWPORT
               ? SIZE
               : name == GL_NUM_EXTENSIONS || name == GL_LINK_STATUS || name == GL_COMPILE_STATUS;
}

// The layer restores the color with which the app clears.
#define GET_STATE(name, type)                                                                                \
    static void fake_##name(GLenum what, type *value) {                                                      \
        for (int i = 0; i < values_of(what) && works(); i++)                                                 \
            value[i] = what == GL_COLOR_CLEAR_VALUE ? (type)current->color[i] : (type)value_of(what);        \
    }
GET_STATE(glGetIntegerv, GLint)
GET_STATE(glGetInteger64v, GLint64)
GET_STATE(glGetFloatv, GLfloat)
GET_STATE(glGetBooleanv, GLboolean)

// Queries of objects: a target or a name, the value to query, and the result.
#define GET_OBJECT(name, type)                                                                               \
    static void fake_##name(GLuint object, GLenum what, type *value) {                                       \
        (void)object;                                                                                        \
        if (works()) *value = (type)value_of(what);                                                          \
    }
GET_OBJECT(glGetBufferParameteriv, GLint)
GET_OBJECT(glGetBufferParameteri64v, GLint64)
GET_OBJECT(glGetRenderbufferParameteriv, GLint)
GET_OBJECT(glGetTexParameteriv, GLint)
GET_OBJECT(glGetShaderiv, GLint)
GET_OBJECT(glGetProgramiv, GLint)
GET_OBJECT(glGetProgramPipelineiv, GLint)
GET_OBJECT(glGetVertexAttribiv, GLint)
GET_OBJECT(glGetQueryiv, GLint)
GET_OBJECT(glGetQueryObjectuiv, GLuint)
GET_OBJECT(glGetSamplerParameteriv, GLint)

static void fake_glGetQueryivEXT(GLenum target, GLenum name, GLint *value) {
    (void)target;
    if (works()) *value = name == QUERY_BITS ? 64 : 0;
}

static void fake_glGetQueryObjectuivEXT(GLuint query, GLenum name, GLuint *value) {
    (void)query, (void)name;
    if (works()) *value = 1;
}

static void fake_glGetQueryObjectui64vEXT(GLuint query, GLenum name, GLuint64 *value) {
    (void)query, (void)name;
    if (works()) *value = 1000;
}

static void fake_glGetIntegeri_v(GLenum name, GLuint i, GLint *value) {
    (void)name, (void)i;
    if (works()) *value = 0;
}

static void fake_glGetTexLevelParameteriv(GLenum target, GLint level, GLenum name, GLint *value) {
    (void)target, (void)level, (void)name;
    if (works()) *value = 4;
}

static void fake_glGetFramebufferAttachmentParameteriv(GLenum target, GLenum at, GLenum name, GLint *value) {
    (void)target, (void)at;
    if (works()) *value = name == GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE ? GL_UNSIGNED_NORMALIZED : 0;
}

static void fake_glGetSynciv(GLsync sync, GLenum name, GLsizei size, GLsizei *length, GLint *value) {
    (void)sync, (void)name, (void)size;
    if (!works()) return;
    if (length) *length = 1;
    *value = GL_SIGNALED;
}

static void fake_glGetVertexAttribPointerv(GLuint at, GLenum name, void **value) {
    (void)at, (void)name;
    if (works()) *value = NULL;
}

static void fake_get_text(GLuint object, GLsizei size, GLsizei *length, GLchar *text) {
    (void)object;
    if (!works()) return;
    if (length) *length = 0;
    if (size > 0 && text) text[0] = 0;
}

static void fake_glGetObjectLabel(GLenum kind, GLuint object, GLsizei size, GLsizei *length, GLchar *text) {
    (void)kind;
    fake_get_text(object, size, length, text);
}

static void fake_glGetAttachedShaders(GLuint program, GLsizei most, GLsizei *count, GLuint *shaders) {
    (void)program;
    if (!works()) return;
    if (count) *count = most > 1 ? 2 : most;
    for (GLsizei i = 0; i < 2 && i < most; i++) shaders[i] = (GLuint)i + 1;
}

static void fake_glGetShaderPrecisionFormat(GLenum shader, GLenum kind, GLint *range, GLint *precision) {
    (void)shader, (void)kind;
    if (works()) range[0] = range[1] = 127, *precision = 23;
}

// --- the table

typedef void (*function)(void);

#define OWN(name)                                                                                            \
    { #name, (function)fake_##name }
static const struct {
    const char *name;
    function function;
} functions[] = {
    OWN(eglGetDisplay),
    OWN(eglInitialize),
    OWN(eglChooseConfig),
    OWN(eglGetConfigAttrib),
    OWN(eglCreatePbufferSurface),
    OWN(eglCreateContext),
    OWN(eglDestroyContext),
    OWN(eglMakeCurrent),
    OWN(eglSwapBuffers),
    OWN(eglGetError),
    OWN(eglGetCurrentContext),
    OWN(eglGetCurrentDisplay),
    OWN(eglGetCurrentSurface),
    OWN(eglQuerySurface),
    OWN(eglQueryString),
    OWN(glGetError),
    OWN(glGetString),
    OWN(glGetStringi),
    OWN(glEnable),
    OWN(glBindTexture),
    OWN(glViewport),
    OWN(glClearColor),
    OWN(glReadPixels),
    OWN(glCheckFramebufferStatus),
    OWN(glMapBufferRange),
    OWN(glClientWaitSync),
    OWN(glGetIntegerv),
    OWN(glGetInteger64v),
    OWN(glGetFloatv),
    OWN(glGetBooleanv),
    OWN(glGetBufferParameteriv),
    OWN(glGetBufferParameteri64v),
    OWN(glGetRenderbufferParameteriv),
    OWN(glGetTexParameteriv),
    OWN(glGetShaderiv),
    OWN(glGetProgramiv),
    OWN(glGetProgramPipelineiv),
    OWN(glGetVertexAttribiv),
    OWN(glGetQueryiv),
    OWN(glGetQueryObjectuiv),
    OWN(glGetSamplerParameteriv),
    OWN(glGetQueryivEXT),
    OWN(glGetQueryObjectuivEXT),
    OWN(glGetQueryObjectui64vEXT),
    OWN(glGetIntegeri_v),
    OWN(glGetTexLevelParameteriv),
    OWN(glGetFramebufferAttachmentParameteriv),
    OWN(glGetSynciv),
    OWN(glGetVertexAttribPointerv),
    OWN(glGetObjectLabel),
    OWN(glGetAttachedShaders),
    OWN(glGetShaderPrecisionFormat),
    {"glGetShaderSource", (function)fake_get_text},
    {"glGetShaderInfoLog", (function)fake_get_text},
    {"glGetProgramInfoLog", (function)fake_get_text},
    {"glGetObjectLabelKHR", (function)fake_glGetObjectLabel},
    {"glCreateShader", (function)fake_create},
    {"glCreateProgram", (function)fake_create},
    {"glFenceSync", (function)fake_create},
};

void *find_fake(const char *name) {
    function found = (function)fake_nothing;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0) found = functions[i].function;
    if (found == (function)fake_nothing) {
        if (strncmp(name, "egl", 3) == 0) found = (function)fake_succeed;
        if (strncmp(name, "glGen", 5) == 0 && strncmp(name, "glGenerate", 10) != 0)
            found = (function)fake_generate;
        if (strncmp(name, "glIs", 4) == 0 || strncmp(name, "glUnmap", 7) == 0) found = (function)fake_one;
        if (strncmp(name, "glGet", 5) == 0 || strstr(name, "GetProcAddress")) return NULL;
    }
    return (void *)found;
}
