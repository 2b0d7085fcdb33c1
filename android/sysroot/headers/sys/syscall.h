#define SYS_futex __NR_futex
#define SYS_ioctl __NR_ioctl
#define SYS_getrandom __NR_getrandom
#define SYS_gettid __NR_gettid
#define SYS_memfd_create __NR_memfd_create
#define SYS_openat2 __NR_openat2
#define SYS_renameat2 __NR_renameat2
#define SYS_rt_sigprocmask __NR_rt_sigprocmask
#define SYS_tgkill __NR_tgkill
#define SYS_membarrier __NR_membarrier
#define SYS_statx __NR_statx

#define __NR_openat2 437
#if defined(__aarch64__)
#define __NR_futex 98
#define __NR_ioctl 29
#define __NR_getrandom 278
#define __NR_gettid 178
#define __NR_memfd_create 279
#define __NR_renameat2 276
#define __NR_rt_sigprocmask 135
#define __NR_tgkill 131
#define __NR_membarrier 283
#define __NR_statx 291
#elif defined(__x86_64__)
#define __NR_futex 202
#define __NR_ioctl 16
#define __NR_getrandom 318
#define __NR_gettid 186
#define __NR_memfd_create 319
#define __NR_renameat2 316
#define __NR_rt_sigprocmask 14
#define __NR_tgkill 234
#define __NR_membarrier 324
#define __NR_statx 332
#elif defined(__arm__)
#define __NR_futex 240
#define __NR_ioctl 54
#define __NR_getrandom 384
#define __NR_gettid 224
#define __NR_memfd_create 385
#define __NR_renameat2 382
#define __NR_rt_sigprocmask 175
#define __NR_tgkill 268
#define __NR_membarrier 389
#define __NR_statx 397
#else
#define __NR_futex 240
#define __NR_ioctl 54
#define __NR_getrandom 355
#define __NR_gettid 224
#define __NR_memfd_create 356
#define __NR_renameat2 353
#define __NR_rt_sigprocmask 175
#define __NR_tgkill 270
#define __NR_membarrier 375
#define __NR_statx 383
#endif
