// A layer that needs a symbol that no library has.
#define EXPORT __attribute__((visibility("default")))

void no_such_function(void);

EXPORT void AndroidGLESLayer_Initialize(void *layer, void *next) {
    (void)layer, (void)next;
    no_such_function();
}

EXPORT void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) {
    (void)name;
    return next;
}
