/* Layer 4 of 6: what Android's loader implements itself (rule 2.3), the bottom of the platform list's chains
 * (own.c, strings.c, swap.c), with contexts (context.c), handles (handles.c) and GL errors (errors.c). Below:
 * driver.h. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include "driver.h"

/* own.c */
extern void *const loader_platform_gl[PLATFORM - PLATFORM_GL]; /* core.S: the six GL functions of the platform
                                                                  list, which jump by the thread's table */
void own_fill(void **bottom);
int32_t own_clear_error(void); /* returns the error and resets it */
void own_set_error(int32_t error);

/* strings.c */
const char *own_eglQueryString(EGLDisplay display, EGLint name);
const GLubyte *own_glGetString(GLenum name);
const GLubyte *own_glGetStringi(GLenum name, GLuint index);
void own_glGetBooleanv(GLenum name, GLboolean *value);
void own_glGetFloatv(GLenum name, GLfloat *value);
void own_glGetInteger64v(GLenum name, GLint64 *value);
void own_glGetIntegerv(GLenum name, GLint *value);

/* handles.c: whether displays are initialized; under strict, the loader wraps the driver's displays, surfaces
 * and contexts in handles of its own. */
void handles_fill(void **bottom);
enum handle { DISPLAY, SURFACE, CONTEXT };
void handle_forked(void); /* in a forked child: other threads may have held the mutex */
void *handle_wrap(enum handle kind, void *driver);
void *handle_driver(enum handle kind, void *handle);

/* context.c: selects the table for the current context. */
void context_forked(void); /* in a forked child */
void context_created(void *context, const int32_t *attributes, bool desktop);
void context_destroyed(void *context);
void context_current(void *context);
struct extensions {
    const char *text;   /* as glGetString returns it */
    const char **names; /* as glGetStringi returns them */
    GLint count;
};
const struct extensions *context_extensions(void); /* of this thread's context, under strict; else null */
void context_keep_error(GLenum error); /* the first one stays until it is taken; for the current context */
GLenum context_take_error(void);       /* 0 without an error */

/* errors.c: the GL errors of layers. */
void *errors_next(int index, void *function);  /* the lowest next of a function's chain */
void *errors_entry(int index, void *function); /* the entry of a function in the tables */
void errors_enter(int index);                  /* before each public function of EGL */

/* swap.c: the extra calls that two properties add to each swap (rule 6.13). */
void swap_forked(void); /* in a forked child */
void swap_before(void *display);

#endif
