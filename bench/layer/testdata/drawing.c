// The hooks of the layer that draws. They print the time of an operation in microseconds, the median of many.

#include "zz_generated_hooks.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIMES = 201 };

void hook_initialize(void) {}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void save(void) {
    if (layer_save_state()) layer_restore_state();
}

static void draw(void) {
    layer_draw_text(8, 8, 2, 0xFFFFFFFF, "60.0 fps");
}

static void print(const char *name, void (*operation)(void)) {
    static double times[TIMES];
    for (int i = 0; i < TIMES; i++) {
        double start = now();
        operation();
        times[i] = now() - start;
    }
    qsort(times, TIMES, sizeof *times, compare);
    printf("%s %.3f\n", name, times[TIMES / 2]);
}

// The first frame queries the driver for the state.
EGLBoolean hook_eglSwapBuffers(next_eglSwapBuffers next, EGLDisplay dpy, EGLSurface surface) {
    static int frame;
    if (frame++ == 0)
        draw();
    else
        print("save", save), print("text", draw);
    return next(dpy, surface);
}
