// The arithmetic that compilers call on 32-bit processors, in place of the NDK's compiler-rt.
#include <stdint.h>

#if !defined(__LP64__)
#define HIDDEN __attribute__((visibility("hidden")))

// Divides by shifting: 64 steps, with no division of the processor.
static uint64_t divide(uint64_t n, uint64_t by, uint64_t *rest) {
    uint64_t quotient = 0, left = 0;
    for (int bit = 63; bit >= 0; bit--) {
        uint64_t over = left >> 63;
        left = left << 1 | (n >> bit & 1);
        if (over || left >= by) {
            left -= by;
            quotient |= (uint64_t)1 << bit;
        }
    }
    *rest = left;
    return quotient;
}

static uint64_t size_of(int64_t n) {
    return n < 0 ? -(uint64_t)n : (uint64_t)n;
}

static int64_t divide_signed(int64_t n, int64_t by, int64_t *rest) {
    uint64_t left, quotient = divide(size_of(n), size_of(by), &left);
    *rest = (int64_t)(n < 0 ? -left : left);
    return (int64_t)((n < 0) != (by < 0) ? -quotient : quotient);
}

HIDDEN uint64_t __udivdi3(uint64_t n, uint64_t by) {
    uint64_t rest;
    return divide(n, by, &rest);
}

HIDDEN uint64_t __umoddi3(uint64_t n, uint64_t by) {
    uint64_t rest;
    divide(n, by, &rest);
    return rest;
}

HIDDEN int64_t __divdi3(int64_t n, int64_t by) {
    int64_t rest;
    return divide_signed(n, by, &rest);
}

HIDDEN int64_t __moddi3(int64_t n, int64_t by) {
    int64_t rest;
    divide_signed(n, by, &rest);
    return rest;
}

// Conversions between floating point and 64 bits.
static double from_unsigned(uint64_t n) {
    return (double)(uint32_t)(n >> 32) * 4294967296.0 + (double)(uint32_t)n;
}

static uint64_t to_unsigned(double x) {
    if (!(x > 0)) return 0;
    if (x >= 18446744073709551616.0) return UINT64_MAX;
    uint32_t high = (uint32_t)(x / 4294967296.0);
    return (uint64_t)high << 32 | (uint32_t)(x - (double)high * 4294967296.0);
}

static int64_t to_signed(double x) {
    if (x >= 9223372036854775808.0) return INT64_MAX;
    if (x <= -9223372036854775808.0) return INT64_MIN;
    return x < 0 ? -(int64_t)to_unsigned(-x) : (int64_t)to_unsigned(x);
}

// A float of a 64-bit number is rounded once: bits that the double loses count as its lowest bit.
static float float_from_unsigned(uint64_t n) {
    if (n >> 53) n = (n >> 11 | ((n & 0x7ff) != 0)) << 11;
    return (float)from_unsigned(n);
}

static double from_signed(int64_t n) {
    return n < 0 ? -from_unsigned(size_of(n)) : from_unsigned((uint64_t)n);
}

static float float_from_signed(int64_t n) {
    return n < 0 ? -float_from_unsigned(size_of(n)) : float_from_unsigned((uint64_t)n);
}

#if defined(__arm__)
#define BUILTIN(arm, other, result, parameter, body)                                                         \
    HIDDEN __attribute__((pcs("aapcs"))) result arm(parameter x) {                                           \
        return body;                                                                                         \
    }
#else
#define BUILTIN(arm, other, result, parameter, body)                                                         \
    HIDDEN result other(parameter x) {                                                                       \
        return body;                                                                                         \
    }
#endif

BUILTIN(__aeabi_ul2d, __floatundidf, double, uint64_t, from_unsigned(x))
BUILTIN(__aeabi_l2d, __floatdidf, double, int64_t, from_signed(x))
BUILTIN(__aeabi_ul2f, __floatundisf, float, uint64_t, float_from_unsigned(x))
BUILTIN(__aeabi_l2f, __floatdisf, float, int64_t, float_from_signed(x))
BUILTIN(__aeabi_d2ulz, __fixunsdfdi, uint64_t, double, to_unsigned(x))
BUILTIN(__aeabi_d2lz, __fixdfdi, int64_t, double, to_signed(x))
BUILTIN(__aeabi_f2ulz, __fixunssfdi, uint64_t, float, to_unsigned(x))
BUILTIN(__aeabi_f2lz, __fixsfdi, int64_t, float, to_signed(x))

#if defined(__arm__)
HIDDEN uint32_t __aeabi_uidiv(uint32_t n, uint32_t by) {
    uint64_t rest;
    return (uint32_t)divide(n, by, &rest);
}

HIDDEN int32_t __aeabi_idiv(int32_t n, int32_t by) {
    int64_t rest;
    return (int32_t)divide_signed(n, by, &rest);
}

// These return the quotient in the first registers and the rest in the next: as a structure in memory, in
// assembly.
struct pair64 {
    uint64_t quotient, rest;
};

__attribute__((used)) static void layer_uldivmod(uint64_t n, uint64_t by, struct pair64 *out) {
    out->quotient = divide(n, by, &out->rest);
}

__attribute__((used)) static void layer_ldivmod(int64_t n, int64_t by, struct pair64 *out) {
    out->quotient = (uint64_t)divide_signed(n, by, (int64_t *)&out->rest);
}

HIDDEN uint64_t __aeabi_uidivmod(uint32_t n, uint32_t by) {
    uint64_t rest, quotient = divide(n, by, &rest);
    return rest << 32 | quotient;
}

HIDDEN uint64_t __aeabi_idivmod(int32_t n, int32_t by) {
    int64_t rest, quotient = divide_signed(n, by, &rest);
    return (uint64_t)rest << 32 | (uint32_t)quotient;
}

#define DIVMOD(name, by)                                                                                     \
    __asm__(".text\n"                                                                                        \
            ".syntax unified\n"                                                                              \
            ".thumb\n"                                                                                       \
            ".p2align 2\n"                                                                                   \
            ".globl " #name "\n"                                                                             \
            ".hidden " #name "\n"                                                                            \
            ".type " #name ", %function\n"                                                                   \
            ".thumb_func\n" #name ":\n"                                                                      \
            "    push {r7, lr}\n"                                                                            \
            "    sub sp, sp, #24\n"                                                                          \
            "    add r7, sp, #8\n"                                                                           \
            "    str r7, [sp]\n"                                                                             \
            "    bl " #by "\n"                                                                               \
            "    pop {r0, r1}\n"                                                                             \
            "    pop {r0, r1, r2, r3}\n"                                                                     \
            "    pop {r7, pc}\n")

DIVMOD(__aeabi_uldivmod, layer_uldivmod);
DIVMOD(__aeabi_ldivmod, layer_ldivmod);
#endif
#endif
