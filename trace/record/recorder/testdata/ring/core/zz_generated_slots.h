#ifndef TEST_SLOTS_H
#define TEST_SLOTS_H

#include <stddef.h>

int layer_process_name(char *name, size_t size);

#define LAYER_NO_CANCEL ((void)0) // no thread of the program is canceled

#endif
