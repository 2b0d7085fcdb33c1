/* The table from which the probe reads the functions that a generated layer intercepts. */
#include <stddef.h>

typedef void (*layer_fn)(void);

struct layer_command {
    const char *name;
    layer_fn trampoline;
    layer_fn hook;
    int go, known;
    const char *unseen;
};

static void trampoline_a(void) {}
static void trampoline_b(void) {}
static int data;

__attribute__((used, visibility("hidden"))) const struct layer_command layer_commands[] = {
    {"eglSwapBuffers", trampoline_a, NULL, 0, 1, NULL},
    {"glDrawArrays", NULL, NULL, 0, 1, NULL}, /* called, not intercepted */
    {"glTexBufferEXT", trampoline_b, trampoline_a, 1, 1, "why"},
    {"glNothing", trampoline_b, NULL, 0, 1, NULL}, /* not a function of EGL or OpenGL ES */
};

/* A name that is followed by data is not a trampoline. */
__attribute__((used, visibility("hidden"))) const void *const others[] = {"glFlush", &data, "glFinish", NULL};

void AndroidGLESLayer_Initialize(void *layer, void *get_next);
void AndroidGLESLayer_Initialize(void *layer, void *get_next) {
    (void)layer, (void)get_next;
}
