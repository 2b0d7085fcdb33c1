// A library that is not a layer: it has one of the two entry points.
__attribute__((visibility("default"))) void AndroidGLESLayer_Initialize(void *layer, void *next) {
    (void)layer, (void)next;
}
