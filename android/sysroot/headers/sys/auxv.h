#include <elf.h>

#define AT_PHDR 3
#define AT_PAGESZ 6
#define AT_HWCAP 16
#define AT_CLKTCK 17
#define AT_SECURE 23
#define AT_HWCAP2 26
#define AT_SYSINFO_EHDR 33
