// The structure through which package bare passes its functions to the program that loads it.

#ifndef BENCH_OFFER_H
#define BENCH_OFFER_H

typedef void (*function)(void);

struct offer {
    const char *name; // ends with a null entry
    function in_go;
    function *next; // the program sets it before it calls in_go
};

// Defined by the program. It is weak: other programs that load the layer do not define it.
extern void bench_take(const struct offer *offers) __attribute__((weak));

#endif
