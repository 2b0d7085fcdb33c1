// The module "drawcount": logs each frame with more draws than the setting drawcount.limit.

#include "zz_generated_below.h"

static _Atomic(uint32_t) draws; // of all threads, since the last swap

static void end_frame(void) {
    uint32_t count = atomic_exchange_explicit(&draws, 0, memory_order_relaxed);
    if (count > (uint32_t)layer_value(LAYER_VALUE_DRAWCOUNT_LIMIT))
        layer_logf("drawcount: %u draws in frame %llu", count, (unsigned long long)*layer_frames());
}

// Runs before each draw and each swap.
uint64_t drawcount_before(uint32_t id, const uint64_t *arguments) {
    (void)arguments;
    if (id == ID_eglSwapBuffers)
        end_frame();
    else
        atomic_fetch_add_explicit(&draws, 1, memory_order_relaxed);
    return 0;
}
