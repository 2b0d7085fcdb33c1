/* Checks whether the layer finds memory readable, by pointers with a top byte that the processor ignores,
 * without and with the tagged address ABI. */
#define _GNU_SOURCE
#include "zz_generated_readable.h"
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>
static void *tagged(void *p, uint64_t tag) {
#if defined(__aarch64__)
    return (void *)((uintptr_t)p | tag << 56);
#else
    (void)tag;
    return p;
#endif
}
static int check(char *two_pages, uint64_t tag) {
    struct layer_pages pages = {0};
    return layer_is_readable(&pages, tagged(two_pages + 3, tag), 8190 - 3) &&
           layer_is_readable(&pages, tagged(two_pages, tag), 8192) &&
           !layer_is_readable(&pages, tagged(two_pages, tag), 8193) &&
           !layer_is_readable(&pages, tagged(two_pages + 8191, tag), 2) &&
           !layer_is_readable(&pages, tagged(NULL, tag), 1) &&
           !layer_is_readable(&pages, tagged((void *)5, tag), 1) &&
           layer_text_size(&pages, tagged(two_pages + 4090, tag), 100) == 10;
}

int main(void) {
    char *memory = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(memory + 2 * 4096, 4096, PROT_NONE);
    strcpy(memory + 4090, "two pages!");
    for (int abi = 0; abi < 2; abi++) {
        if (abi) prctl(PR_SET_TAGGED_ADDR_CTRL, PR_TAGGED_ADDR_ENABLE, 0, 0, 0);
        for (uint64_t tag = 0; tag < 0x100; tag++)
            if (!check(memory, tag)) return printf("tag %#x, ABI %d\n", (unsigned)tag, abi), 1;
    }
    return 0;
}
