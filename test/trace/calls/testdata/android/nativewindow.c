// Replaces Android's libnativewindow.so.
#include "buffer.h"

#include <stddef.h>
#include <string.h>

void AHardwareBuffer_describe(struct AHardwareBuffer *b, void *out) {
    b->described++;
    memcpy(out, b, offsetof(struct AHardwareBuffer, memory));
}

int AHardwareBuffer_lock(struct AHardwareBuffer *b, uint64_t usage, int32_t fence, const void *rectangle,
                         void **out) {
    if (b->memory == NULL || usage != (b->usage & 15) || fence != -1 || rectangle != NULL) return -22;
    b->locks++;
    return *out = b->memory, 0;
}

int AHardwareBuffer_unlock(struct AHardwareBuffer *b, int32_t *fence) {
    b->unlocks++;
    return fence == NULL ? 0 : -22;
}
