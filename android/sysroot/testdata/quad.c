// Compares the arithmetic of long double for 64-bit processors with that of the compiler's library.
#include <stdio.h>
#include <string.h>

#define __addtf3 own_add
#define __subtf3 own_sub
#define __multf3 own_mul
#define __divtf3 own_div
#define __eqtf2 own_eq
#define __netf2 own_ne
#define __lttf2 own_lt
#define __letf2 own_le
#define __gttf2 own_gt
#define __getf2 own_ge
#define __unordtf2 own_unordered
#define __floatunditf own_from_u64
#define __floatditf own_from_i64
#define __floatunsitf own_from_u32
#define __floatsitf own_from_i32
#define __fixtfdi own_to_i64
#define __fixtfsi own_to_i32
#define __fixunstfdi own_to_u64
#define __fixunstfsi own_to_u32
#define __extenddftf2 own_from_double
#define __extendsftf2 own_from_float
#define __trunctfdf2 own_to_double
#define __trunctfsf2 own_to_float
#include "../crt/quad.c"

static int wrong;

static uint64_t next(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

// Returns a number: any, one near 1, a subnormal, an integer, or a special one.
static quad number(void) {
    bits b = (bits)next() << 64 | next(), sign = b & (bits)1 << 127, fraction = b & (((bits)1 << 112) - 1);
    if (next() % 4 == 0) fraction &= ~(bits)0 << next() % 112; // few digits, for exact results and ties
    switch (next() % 8) {
    case 0:
        return from_bits(b);
    case 1:
        return from_bits(sign | fraction >> next() % 112);
    case 2:
        return from_bits(sign | (bits)(next() % 2 ? 0x7fff : 0) << 112 | (next() % 4 ? 0 : fraction));
    case 3:
        return (quad)(int64_t)(next() >> next() % 64);
    case 4:
        return from_bits(sign | (bits)(16383 + next() % 70) << 112 | fraction);
    case 5:
        return from_bits(sign | (bits)(16383 + (int)(next() % 300) - 150) << 112 | fraction);
    case 6:
        return from_bits(sign | (bits)(16383 + (int)(next() % 2400) - 1200) << 112 |
                         fraction); // also beyond double
    default:
        return from_bits(sign | (bits)(16383 + next() % 3) << 112 | fraction);
    }
}

// Reports whether the results have the same bits or are not numbers, of which the bits differ.
static int same(const void *a, const void *b, size_t size, int is_nan) {
    return is_nan || memcmp(a, b, size) == 0;
}

static void check(int equal, const char *name, quad x, quad y) {
    bits a = to_bits(x), b = to_bits(y);
    if (equal || wrong++ >= 20) return;
    printf("%s is wrong for %016llx%016llx %016llx%016llx\n", name, (long long)(a >> 64), (long long)a,
           (long long)(b >> 64), (long long)b);
}

#define RESULT(name, type, got, want)                                                                        \
    {                                                                                                        \
        type a = got, b = want;                                                                              \
        check(same(&a, &b, sizeof a, a != a && b != b), name, x, y);                                         \
    }

int main(void) {
    for (int i = 0; i < 400000; i++) {
        quad x = number(), y = i % 16 ? number() : x;
        RESULT("add", quad, own_add(x, y), x + y);
        RESULT("sub", quad, own_sub(x, y), x - y);
        RESULT("mul", quad, own_mul(x, y), x * y);
        RESULT("div", quad, own_div(x, y), x / y);
        check((own_eq(x, y) == 0) == (x == y) && (own_ne(x, y) != 0) == (x != y), "eq", x, y);
        check((own_lt(x, y) < 0) == (x < y) && (own_le(x, y) <= 0) == (x <= y), "lt", x, y);
        check((own_gt(x, y) > 0) == (x > y) && (own_ge(x, y) >= 0) == (x >= y), "gt", x, y);
        check((own_unordered(x, y) != 0) == (x != x || y != y), "unordered", x, y);
        RESULT("to double", double, own_to_double(x), (double)x);
        RESULT("to float", float, own_to_float(x), (float)x);
        double d = (double)x;
        float f = (float)x;
        RESULT("from double", quad, own_from_double(d), (quad)d);
        RESULT("from float", quad, own_from_float(f), (quad)f);
        uint64_t n = next() >> i % 64;
        RESULT("from u64", quad, own_from_u64(n), (quad)n);
        RESULT("from i64", quad, own_from_i64((int64_t)-n), (quad)(int64_t)-n);
        RESULT("from u32", quad, own_from_u32((uint32_t)n), (quad)(uint32_t)n);
        RESULT("from i32", quad, own_from_i32((int32_t)n), (quad)(int32_t)n);
        const quad one = 1;
        const quad two31 = one * 2147483648u, two63 = two31 * two31 * 2;
        if (x > -two63 - 1 && x < two63) RESULT("to i64", int64_t, own_to_i64(x), (int64_t)x);
        if (x > -two31 - 1 && x < two31) RESULT("to i32", int32_t, own_to_i32(x), (int32_t)x);
        if (x > -1 && x < two63 * 2) RESULT("to u64", uint64_t, own_to_u64(x), (uint64_t)x);
        if (x > -1 && x < two31 * 2) RESULT("to u32", uint32_t, own_to_u32(x), (uint32_t)x);
    }
    return wrong != 0;
}
