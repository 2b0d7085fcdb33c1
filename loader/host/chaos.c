/* Legal but unusual: what a loader may do to a layer, and Android's does only at times. The same for a seed.
 */
#include "loader.h"

void *chaos_ask(ask_fn ask, const char *name, void *next) {
    return ask(name, next);
}

void chaos_start(const ask_fn *asks, int count) {
    (void)asks;
    (void)count;
}
