#include <sys/types.h>

#define RLIMIT_FSIZE 1
#define RLIM_INFINITY (~0UL)
typedef unsigned long rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
