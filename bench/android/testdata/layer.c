/* A minimal layer: it intercepts nothing. */
#define EXPORT __attribute__((visibility("default")))

EXPORT void AndroidGLESLayer_Initialize(void *layer, void *(*next)(void *, const char *));
EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next);

void AndroidGLESLayer_Initialize(void *layer, void *(*next)(void *, const char *)) {
    (void)layer;
    (void)next;
}

void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    (void)name;
    return next;
}
