// Random bits for arguments and results, and the check that they arrive.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*fn_)(void);

// Kinds of values: a plausible address or null, arbitrary bits, or a number that keeps its bits.
enum kind_ { ADDRESS_, BITS_, FLOAT_, DOUBLE_ };

enum { MOST_ARGUMENTS = 32, MOST_REPORTS = 40 };

// The current call.
static struct {
    const char *command;
    unsigned id, arrivals, seen;
    uint64_t given[MOST_ARGUMENTS], answer;
    int faulty;
} now_;

static unsigned long calls_, wrong_;

static uint64_t state_ = 1;

static uint64_t random_(void) { // xorshift64*
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1du;
}

static uint64_t only_(size_t size, uint64_t bits) {
    return size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

// An address that Go accepts in a pointer: null, or in memory that Go does not manage.
static uint64_t address_(void) {
    static unsigned char memory[1 << 16];
    uint64_t r = random_();
    return r % 4 == 0 ? 0 : (uint64_t)(uintptr_t)&memory[(r >> 8) % sizeof memory];
}

static uint64_t bits_(size_t size) {
    uint64_t r = random_();
    switch (r % 8) {
    case 0:
        return 0;
    case 1:
    case 2:
        return 1 + (r >> 8) % 4095; // a small number, which Go rejects in a pointer
    case 3:
        return UINT64_MAX; // -1
    case 4:
        return UINT64_C(1) << (8 * size - 1); // the smallest negative number
    }
    return random_();
}

// Finite numbers and special values: zeros, a denormal, the largest, infinities, NaNs with a payload.
static uint64_t float_(void) {
    static const uint32_t special[] = {0,          0x80000000, 0x00000001, 0x7f7fffff,
                                       0x7f800000, 0xff800000, 0x7fc12345, 0xffc00001,
#ifndef __i386__ // the x87 stack, which carries results and some copies there, quiets a signaling NaN
                 // A quiet NaN.
                                       0x7f812345
#endif
    };
    uint64_t r = random_();
    if (r % 3 == 0) return special[(r >> 8) % (sizeof special / sizeof *special)];
    do r = random_();
    while ((r & 0x7f800000) == 0x7f800000);
    return r;
}

static uint64_t double_(void) {
    static const uint64_t special[] = {0,
                                       UINT64_C(1) << 63,
                                       1,
                                       0x7fefffffffffffff,
                                       0x7ff0000000000000,
                                       0xfff0000000000000,
                                       0x7ff8000012345678,
#ifndef __i386__
                                       0x7ff0000012345678
#endif
    };
    uint64_t r = random_();
    if (r % 3 == 0) return special[(r >> 8) % (sizeof special / sizeof *special)];
    do r = random_();
    while ((r & 0x7ff0000000000000) == 0x7ff0000000000000);
    return r;
}

static uint64_t value_(size_t size, enum kind_ kind) {
    switch (kind) {
    case ADDRESS_:
        return only_(size, address_());
    case FLOAT_:
        return only_(size, float_());
    case DOUBLE_:
        return double_();
    default:
        return only_(size, bits_(size));
    }
}

static void report_(const char *what, const char *name, uint64_t expected, uint64_t got) {
    if (!now_.faulty) wrong_++;
    now_.faulty = 1;
    if (wrong_ <= MOST_REPORTS)
        printf("%s: %s%s: expected 0x%llx, got 0x%llx\n", now_.command, what, name,
               (unsigned long long)expected, (unsigned long long)got);
}

// --- the app's side

static void begin_(unsigned id, const char *command) {
    now_.id = id, now_.command = command;
    now_.arrivals = now_.seen = 0, now_.faulty = 0;
    calls_++;
}

static void give_(unsigned at, void *value, size_t size, enum kind_ kind) {
    now_.given[at] = value_(size, kind);
    memcpy(value, &now_.given[at], size); // all tested processors are little-endian
}

static uint64_t load_(const void *value, size_t size) {
    uint64_t bits = 0;
    memcpy(&bits, value, size);
    return bits;
}

static void got_(const void *value, size_t size) {
    uint64_t bits = load_(value, size);
    if (bits != now_.answer) report_("result", "", now_.answer, bits);
}

static void end_(unsigned arguments) {
    if (now_.arrivals != 1) report_("calls of next", "", 1, now_.arrivals);
    if (now_.seen != arguments) report_("arguments that arrived", "", arguments, now_.seen);
}

// --- the driver's side

static void arrive_(unsigned id) {
    now_.arrivals++;
    if (id != now_.id) report_("another command's next", "", now_.id, id);
}

static void see_(unsigned at, const char *name, const void *value, size_t size) {
    uint64_t bits = load_(value, size);
    char what[32];
    now_.seen++;
    if (bits == now_.given[at]) return;
    snprintf(what, sizeof what, "argument %u, ", at + 1);
    report_(what, name, now_.given[at], bits);
}

static void answer_(void *value, size_t size, enum kind_ kind) {
    now_.answer = value_(size, kind);
    memcpy(value, &now_.answer, size);
}
