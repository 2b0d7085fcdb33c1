// Reads requests without a socket: from standard input, each after its size in four bytes. The output for
// each is a line: a point for an invalid request; otherwise whether it stops, the nonce, and the options as a
// message.

#include "program.h"
#include "trace/zz_generated_recorder.h"

#include <stdio.h>
#include <stdlib.h>

void do_requests(void);

static void print_bytes(const uint8_t *at, size_t size) {
    for (size_t i = 0; i < size; i++) printf("%02x", at[i]);
}

static void answer(const uint8_t *at, size_t size) {
    struct trace_request r;
    uint8_t options[128];
    if (!trace_read_request(&r, at, size)) {
        puts(".");
        return;
    }
    printf("%d ", r.stop);
    print_bytes(r.nonce, r.has_nonce ? sizeof r.nonce : 0);
    putchar(' ');
    if (r.has_options) print_bytes(options, (size_t)(trace_write_options(options, &r.options) - options));
    puts("");
}

void do_requests(void) {
    for (uint32_t size; fread(&size, sizeof size, 1, stdin) == 1;) {
        uint8_t *at = malloc(size); // of the exact size, so that a sanitizer detects reads beyond it
        if (at == NULL || fread(at, 1, size, stdin) != size) exit(3);
        answer(at, size);
        fflush(stdout);
        free(at);
    }
}
