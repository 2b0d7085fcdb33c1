#include <stddef.h>
#include <stdint.h>

#define PT_LOAD 1
#define PT_DYNAMIC 2
#define PT_NOTE 4
#define PF_X 1
#define PF_W 2
#define PF_R 4

typedef uint16_t Elf32_Half, Elf64_Half;
typedef uint32_t Elf32_Word, Elf32_Addr, Elf32_Off, Elf64_Word;
typedef uint64_t Elf64_Addr, Elf64_Off, Elf64_Xword;
typedef struct {
    Elf32_Word p_type;
    Elf32_Off p_offset;
    Elf32_Addr p_vaddr, p_paddr;
    Elf32_Word p_filesz, p_memsz, p_flags, p_align;
} Elf32_Phdr;
typedef struct {
    Elf64_Word p_type, p_flags;
    Elf64_Off p_offset;
    Elf64_Addr p_vaddr, p_paddr;
    Elf64_Xword p_filesz, p_memsz, p_align;
} Elf64_Phdr;
#if defined(__LP64__)
#define ElfW(type) Elf64_##type
#else
#define ElfW(type) Elf32_##type
#endif
