/* A GLES driver with three functions: one whose OES twin is asked for, one that is such a twin, and one of
 * its own. */
#include <stdio.h>

#define FUNCTION(name)                                                                                       \
    void name(void);                                                                                         \
    void name(void) {                                                                                        \
        puts("driver " #name);                                                                               \
    }

FUNCTION(glBindVertexArray)
FUNCTION(glAlphaFuncxOES)
FUNCTION(glVendorThing)
