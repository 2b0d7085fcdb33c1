// The driver below a layer: the functions of a shared object, by name.

#ifndef BENCH_BELOW_H
#define BENCH_BELOW_H

#include "layer.h"

static void *driver;

static void other(void) {
    fail("a function was called that was not asked for");
}

static void *get_next(void *layer_id, const char *name) {
    (void)layer_id;
    return dlsym(driver, name);
}

#endif
