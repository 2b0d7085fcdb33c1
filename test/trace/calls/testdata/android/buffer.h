// AHardwareBuffers in plain memory, which the test program makes and nativewindow.c reads.
#ifndef TEST_BUFFER_H
#define TEST_BUFFER_H

#include <stdint.h>

struct AHardwareBuffer {
    uint32_t width, height, layers, format;
    uint64_t usage;
    uint32_t stride, reserved; // to here, as in AHardwareBuffer_describe
    uint64_t reserved_too;
    void *memory; // NULL: it cannot be locked
    int described, locks, unlocks;
};

#endif
