#include <stddef.h>

#if defined(__LP64__)
#define RTLD_NOW 0x00002
#define RTLD_GLOBAL 0x00100
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1L)
#else
#define RTLD_NOW 0
#define RTLD_GLOBAL 2
#define RTLD_DEFAULT ((void *)0xffffffff)
#define RTLD_NEXT ((void *)0xfffffffe)
#endif
#define RTLD_LAZY 1
#define RTLD_LOCAL 0
#define RTLD_NOLOAD 4
#define RTLD_NODELETE 0x01000

typedef struct {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;
