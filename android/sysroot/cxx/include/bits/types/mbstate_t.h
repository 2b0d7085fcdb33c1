// libc++ gets this type from here if it has no wide characters.
#pragma once

typedef struct {
    unsigned char state[4];
#if defined(__LP64__)
    unsigned char reserved[4];
#endif
} mbstate_t;
