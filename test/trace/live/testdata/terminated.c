// A layer that reports queries of a display after eglTerminate. On Android, the loader logs an error for
// each.
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

typedef unsigned (*terminate_fn)(void *display);
typedef const char *(*query_fn)(void *display, int name);

static terminate_fn next_terminate;
static query_fn next_query;
static atomic_int terminated;

static unsigned terminate(void *display) {
    unsigned done = next_terminate(display);
    atomic_store(&terminated, 1);
    fprintf(stderr, "terminated\n");
    return done;
}

static const char *query(void *display, int name) {
    if (atomic_load(&terminated)) fprintf(stderr, "eglQueryString after eglTerminate\n");
    return next_query(display, name);
}

void AndroidGLESLayer_Initialize(void *layer_id, void *(*get_next)(void *layer_id, const char *name)) {
    (void)layer_id, (void)get_next;
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    if (strcmp(name, "eglTerminate") == 0) return next_terminate = (terminate_fn)next, (void *)terminate;
    if (strcmp(name, "eglQueryString") == 0) return next_query = (query_fn)next, (void *)query;
    return next;
}
