#include <stddef.h>
#include <stdint.h>

typedef int64_t off64_t;
#if defined(__LP64__)
typedef uint32_t mode_t, socklen_t;
typedef uint64_t dev_t;
#else
typedef uint16_t mode_t;
typedef uint32_t dev_t;
typedef int socklen_t;
#endif
#if !defined(__LP64__) && _FILE_OFFSET_BITS == 64
#define __WITH_64(name) __asm__(#name)
typedef off64_t off_t;
#else
#define __WITH_64(name)
typedef long off_t;
#endif
#if defined(__LP64__)
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef unsigned long ino_t;
typedef int pid_t, clockid_t;
typedef unsigned int uid_t, gid_t, useconds_t;
typedef long time_t, suseconds_t, clock_t;
