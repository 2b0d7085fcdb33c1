/* A window with a turning triangle, by EGL and OpenGL ES 2.0. */
#ifndef DRAW_H
#define DRAW_H

#include <stdbool.h>
#include <EGL/egl.h>

struct picture {
    EGLDisplay display;
    EGLSurface surface;
    EGLContext context;
    int turn; /* the uniform of that name */
};

/* Each failure is logged once, and comes out as a false. What was made, picture_end takes away in either
 * case. */
bool picture_begin(struct picture *p, EGLNativeWindowType window);
bool picture_draw(struct picture *p, float turn);
void picture_end(struct picture *p);

#endif
