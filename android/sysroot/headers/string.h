#include <stddef.h>
#include <strings.h>
