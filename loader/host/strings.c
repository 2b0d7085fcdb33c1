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

/* Rule 6.14: the app and the layers get the cached extensions. Null: only the driver has them. */
static const struct extensions *cached(bool wanted) {
    return wanted && !BROKEN("6.14.cache") ? context_extensions() : NULL;
}

static void *driver_get(int index) {
    return atomic_load(&thread_self()->table->entry[index]);
}

const GLubyte *own_glGetString(GLenum name) {
    const struct extensions *list = cached(name == GL_EXTENSIONS);
    if (list) return (const GLubyte *)list->text;
    return ((const GLubyte *(*)(GLenum))driver_get(NAME_glGetString))(name);
}

const GLubyte *own_glGetStringi(GLenum name, GLuint index) {
    const struct extensions *list = cached(name == GL_EXTENSIONS);
    if (list && index < (GLuint)list->count) return (const GLubyte *)list->names[index];
    return ((const GLubyte *(*)(GLenum, GLuint))driver_get(NAME_glGetStringi))(name, index);
}

/* Each query of GL_NUM_EXTENSIONS counts the cached extensions, also in a context of ES 1. For any other
 * name, the driver writes the value. */
static bool is_counted(GLenum name, void *value, int function, GLint *count) {
    const struct extensions *list = cached(name == GL_NUM_EXTENSIONS && value);
    if (list)
        *count = list->count;
    else
        ((void (*)(GLenum, void *))driver_get(function))(name, value);
    return list != NULL;
}

void own_glGetBooleanv(GLenum name, GLboolean *value) {
    GLint count;
    if (is_counted(name, value, NAME_glGetBooleanv, &count)) *value = count > 0;
}

void own_glGetFloatv(GLenum name, GLfloat *value) {
    GLint count;
    if (is_counted(name, value, NAME_glGetFloatv, &count)) *value = (GLfloat)count;
}

void own_glGetInteger64v(GLenum name, GLint64 *value) {
    GLint count;
    if (is_counted(name, value, NAME_glGetInteger64v, &count)) *value = count;
}

void own_glGetIntegerv(GLenum name, GLint *value) {
    GLint count;
    if (is_counted(name, value, NAME_glGetIntegerv, &count)) *value = count;
}
