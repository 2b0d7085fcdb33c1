/* A layer without hooks that tells of each name it is asked for at run time, after the WALK of its set-up. */
#include <stdio.h>

void AndroidGLESLayer_Initialize(void *layer_id, void *get_next);
void *AndroidGLESLayer_GetProcAddress(const char *name, void *next);

void AndroidGLESLayer_Initialize(void *layer_id, void *get_next) {
    if (!layer_id || !get_next) puts(NAME " has no level below");
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    static int asked;
    if (asked++ >= WALK) printf(NAME " %s\n", name);
    return next;
}
