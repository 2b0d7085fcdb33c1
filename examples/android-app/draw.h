/* A window with a rotating triangle, drawn with EGL and OpenGL ES 2.0. */
#ifndef DRAW_H
#define DRAW_H

#include <stdbool.h>
#include <EGL/egl.h>

struct picture {
    EGLDisplay display;
    EGLSurface surface;
    EGLContext context;
    int turn; /* the uniform turn */
};

/* Each function logs its failure once and returns false. In either case picture_end releases what was
 * created. */
bool picture_begin(struct picture *p, EGLNativeWindowType window);
bool picture_draw(struct picture *p, float turn);
void picture_end(struct picture *p);

#endif
