/* The strings that the loader composes or caches (rules 6.9, 6.14, 6.17). */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "platform.h"

const char *own_eglQueryString(EGLDisplay display, EGLint name) {
    static _Atomic(char *) client;
    const char *(*get)(EGLDisplay, EGLint) = DRIVER(const char *(*)(EGLDisplay, EGLint), NAME_eglQueryString);
    const char *text = get ? get(display, name) : NULL;
    if (display || name != EGL_EXTENSIONS || BROKEN("6.17")) return text;
    char *own = atomic_load(&client), *none = NULL;
    if (own) return own;
    if (asprintf(&own, "%s%sEGL_ANDROID_GLES_layers", text ? text : "", text && *text ? " " : "") < 0)
        return text;
    if (atomic_compare_exchange_strong(&client, &none, own)) return own;
    free(own);
    return none;
}

static const GLubyte *driver_string(GLenum name) {
    void *function = atomic_load(&thread_self()->table->entry[NAME_glGetString]);
    return ((const GLubyte *(*)(GLenum))function)(name);
}

/* Rule 6.14: the app and the layers get the cached extension string. */
const GLubyte *own_glGetString(GLenum name) {
    const char *kept = name == GL_EXTENSIONS && !BROKEN("6.14.cache") ? context_extensions() : NULL;
    return kept ? (const GLubyte *)kept : driver_string(name);
}

const GLubyte *own_glGetStringi(GLenum name, GLuint index) {
    void *function = atomic_load(&thread_self()->table->entry[NAME_glGetStringi]);
    bool longer = name == GL_EXTENSIONS && context_gained_marker();
    if (longer && index == 0) return (const GLubyte *)"GL_EXT_debug_marker";
    return ((const GLubyte *(*)(GLenum, GLuint))function)(name, index - longer);
}

void own_glGetIntegerv(GLenum name, GLint *value) {
    void *function = atomic_load(&thread_self()->table->entry[NAME_glGetIntegerv]);
    ((void (*)(GLenum, GLint *))function)(name, value);
    if (name == GL_NUM_EXTENSIONS && value && context_gained_marker()) ++*value;
}
