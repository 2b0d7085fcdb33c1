/* Layer 6 of 6, the top: start of the library, the way of each public call (entry.c), and fork (fork.c).
 * Below: layers.h. */
#ifndef ENTRY_H
#define ENTRY_H

#include "layers.h"

/* entry.c: the stubs call both. */
SHARED void *gleslayergen_enter(int index);
SHARED void *gleslayergen_missing(int index);

/* fork.c */
void fork_prepare(void);
void fork_touch(void); /* the first call of a function of EGL: a forked child's stats becomes a file */

#endif
