// How package bare tells its functions to the program that loads it.

#ifndef BENCH_OFFER_H
#define BENCH_OFFER_H

typedef void (*function)(void);

struct offer {
    const char *name; // null at the end
    function in_go;
    function *next; // to be filled before in_go is called
};

// The program's. Other programs load the layer, too, and have none.
extern void bench_take(const struct offer *offers) __attribute__((weak));

#endif
