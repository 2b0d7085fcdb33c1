// The arithmetic of long double on 64-bit processors, in place of the NDK's compiler-rt: numbers of 128 bits
// with a fraction of 112 bits. <chrono> of libc++ uses it for time limits.
#include <stdint.h>

#if defined(__LP64__)
#define HIDDEN __attribute__((visibility("hidden")))

#if __LDBL_MANT_DIG__ == 113
typedef long double quad;
#else
typedef __float128 quad; // for tests on this machine
#endif
typedef unsigned __int128 bits;

struct format { // the numbers of bits
    int fraction, exponent;
};

static const struct format quad_format = {112, 15}, double_format = {52, 11}, float_format = {23, 8};

static int exponent_limit(struct format f) { // the exponent of infinity and NaN
    return (1 << f.exponent) - 1;
}

enum { ZERO, NUMBER, INFINITE, NOT_A_NUMBER };

// A number is fraction * 2^(exponent - bias - 112), with the first bit of the fraction at 112.
struct number {
    int kind, negative, exponent;
    bits fraction;
};

static bits to_bits(quad x) {
    union {
        quad x;
        bits b;
    } u = {x};
    return u.b;
}

static quad from_bits(bits b) {
    union {
        bits b;
        quad x;
    } u = {b};
    return u.x;
}

static int leading(bits b) { // the position of the first bit that is set
    uint64_t high = (uint64_t)(b >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)b);
}

// Shifts to the right. The last bit tells that bits were lost.
static bits shift_right(bits b, int count) {
    if (count == 0) return b;
    if (count > 127) return b != 0;
    return b >> count | ((b << (128 - count)) != 0);
}

// Unpacks a number of a format. Exponents become those of quad.
static struct number unpack(bits b, struct format f) {
    int limit = exponent_limit(f), exponent = (int)(b >> f.fraction) & limit;
    struct number n = {NUMBER, (int)(b >> (f.fraction + f.exponent)) & 1, exponent,
                       b & (((bits)1 << f.fraction) - 1)};
    if (exponent == limit) {
        n.kind = n.fraction ? NOT_A_NUMBER : INFINITE;
        return n;
    }
    if (exponent > 0) n.fraction |= (bits)1 << f.fraction;
    if (n.fraction == 0) {
        n.kind = ZERO;
        return n;
    }
    if (exponent == 0) n.exponent = 1;
    int shift = f.fraction - leading(n.fraction);
    n.fraction <<= shift + 112 - f.fraction;
    n.exponent += exponent_limit(quad_format) / 2 - limit / 2 - shift;
    return n;
}

static struct number read_quad(quad x) {
    return unpack(to_bits(x), quad_format);
}

enum { EXTRA = 3 }; // additional bits of a fraction, for rounding

// Packs a number whose fraction has its first bit at 112 + EXTRA or elsewhere, rounded to the nearest, or
// else to an even fraction.
static bits pack(int negative, int exponent, bits fraction, struct format f) {
    bits sign = (bits)negative << (f.fraction + f.exponent);
    int limit = exponent_limit(f);
    if (fraction == 0) return sign;
    int above = leading(fraction) - (112 + EXTRA);
    fraction = above > 0 ? shift_right(fraction, above) : fraction << -above;
    fraction = shift_right(fraction, 112 - f.fraction);
    exponent += above + limit / 2 - exponent_limit(quad_format) / 2;
    if (exponent >= limit) return sign | (bits)limit << f.fraction;
    if (exponent <= 0) {
        fraction = shift_right(fraction, 1 - exponent);
        exponent = 1;
    }
    int rest = (int)fraction & 7;
    fraction >>= EXTRA;
    if (rest > 4 || (rest == 4 && (fraction & 1))) fraction++;
    return sign | (((bits)(exponent - 1) << f.fraction) + fraction); // the first bit increments the exponent
}

static quad nan_or_infinity(int kind, int negative) {
    return from_bits((bits)negative << 127 | (bits)0x7fff << 112 | (bits)(kind == NOT_A_NUMBER) << 111);
}

static quad zero(int negative) {
    return from_bits((bits)negative << 127);
}

static quad add(struct number a, struct number b) {
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER) return nan_or_infinity(NOT_A_NUMBER, 0);
    if (a.kind == INFINITE)
        return nan_or_infinity(b.kind == INFINITE && a.negative != b.negative ? NOT_A_NUMBER : INFINITE,
                               a.negative);
    if (b.kind == INFINITE) return nan_or_infinity(INFINITE, b.negative);
    if (a.kind == ZERO && b.kind == ZERO) return zero(a.negative && b.negative);
    if (a.kind == ZERO || (b.kind != ZERO && a.exponent < b.exponent)) {
        struct number other = a;
        a = b;
        b = other;
    }
    bits large = a.fraction << EXTRA, small = 0;
    if (b.kind == NUMBER) small = shift_right(b.fraction << EXTRA, a.exponent - b.exponent);
    if (a.negative == b.negative) return from_bits(pack(a.negative, a.exponent, large + small, quad_format));
    if (large == small) return zero(0);
    int negative = large > small ? a.negative : b.negative;
    return from_bits(pack(negative, a.exponent, large > small ? large - small : small - large, quad_format));
}

HIDDEN quad __addtf3(quad a, quad b) {
    return add(read_quad(a), read_quad(b));
}

HIDDEN quad __subtf3(quad a, quad b) {
    struct number n = read_quad(b);
    n.negative = !n.negative;
    return add(read_quad(a), n);
}

HIDDEN quad __multf3(quad x, quad y) {
    struct number a = read_quad(x), b = read_quad(y);
    int negative = a.negative != b.negative;
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER) return nan_or_infinity(NOT_A_NUMBER, 0);
    if (a.kind == INFINITE || b.kind == INFINITE)
        return nan_or_infinity(a.kind == ZERO || b.kind == ZERO ? NOT_A_NUMBER : INFINITE, negative);
    if (a.kind == ZERO || b.kind == ZERO) return zero(negative);
    // The product has 225 or 226 bits.
    bits a0 = (uint64_t)a.fraction, a1 = a.fraction >> 64, b0 = (uint64_t)b.fraction, b1 = b.fraction >> 64;
    bits middle = a1 * b0, low = a0 * b0, high = a1 * b1, other = a0 * b1;
    bits carry = (low >> 64) + (uint64_t)middle + (uint64_t)other;
    low = carry << 64 | (uint64_t)low;
    high += (middle >> 64) + (other >> 64) + (carry >> 64);
    bits fraction = high << 18 | low >> 110 | ((low << 18) != 0);
    return from_bits(
        pack(negative, a.exponent + b.exponent - exponent_limit(quad_format) / 2 + 1, fraction, quad_format));
}

HIDDEN quad __divtf3(quad x, quad y) {
    struct number a = read_quad(x), b = read_quad(y);
    int negative = a.negative != b.negative;
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER || (a.kind == b.kind && a.kind != NUMBER))
        return nan_or_infinity(NOT_A_NUMBER, 0);
    if (a.kind == INFINITE || b.kind == ZERO) return nan_or_infinity(INFINITE, negative);
    if (a.kind == ZERO || b.kind == INFINITE) return zero(negative);
    bits quotient = 0, left = a.fraction;
    for (int i = 0; i <= 112 + EXTRA; i++) {
        quotient <<= 1;
        if (left >= b.fraction) {
            left -= b.fraction;
            quotient |= 1;
        }
        left <<= 1;
    }
    return from_bits(pack(negative, a.exponent - b.exponent + exponent_limit(quad_format) / 2,
                          quotient | (left != 0), quad_format));
}

// Returns -1, 0, 1, or another number if one of them is not a number.
static int compare(quad a, quad b, int unordered) {
    const bits magnitude = ~(bits)0 >> 1, infinity = (bits)0x7fff << 112;
    bits x = to_bits(a), y = to_bits(b);
    if ((x & magnitude) > infinity || (y & magnitude) > infinity) return unordered;
    if (((x | y) & magnitude) == 0 || x == y) return 0;
    if (x >> 127 != y >> 127) return x >> 127 ? -1 : 1;
    return (x > y) != (int)(x >> 127) ? 1 : -1;
}

HIDDEN int __eqtf2(quad a, quad b) {
    return compare(a, b, 1);
}

HIDDEN int __netf2(quad a, quad b) {
    return compare(a, b, 1);
}

HIDDEN int __lttf2(quad a, quad b) {
    return compare(a, b, 1);
}

HIDDEN int __letf2(quad a, quad b) {
    return compare(a, b, 1);
}

HIDDEN int __gttf2(quad a, quad b) {
    return compare(a, b, -1);
}

HIDDEN int __getf2(quad a, quad b) {
    return compare(a, b, -1);
}

HIDDEN int __unordtf2(quad a, quad b) {
    return compare(a, b, 2) == 2;
}

static quad from_integer(int negative, uint64_t size) {
    return from_bits(pack(negative, exponent_limit(quad_format) / 2 + 112 + EXTRA, size, quad_format));
}

HIDDEN quad __floatunditf(uint64_t n) {
    return from_integer(0, n);
}

HIDDEN quad __floatditf(int64_t n) {
    return from_integer(n < 0, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

HIDDEN quad __floatunsitf(uint32_t n) {
    return from_integer(0, n);
}

HIDDEN quad __floatsitf(int32_t n) {
    return __floatditf(n);
}

// Returns the integer part of a positive number, or the limit if that is smaller.
static uint64_t integer(struct number n, uint64_t limit) {
    int exponent = n.exponent - exponent_limit(quad_format) / 2;
    if (n.kind == ZERO || n.kind == NOT_A_NUMBER || (n.kind == NUMBER && exponent < 0)) return 0;
    if (n.kind == INFINITE || exponent > 63) return limit;
    uint64_t size = (uint64_t)(n.fraction >> (112 - exponent));
    return size < limit ? size : limit;
}

static int64_t signed_integer(quad x, int64_t most) {
    struct number n = read_quad(x);
    if (n.negative) return (int64_t)-integer(n, (uint64_t)most + 1);
    return (int64_t)integer(n, (uint64_t)most);
}

static uint64_t unsigned_integer(quad x, uint64_t most) {
    struct number n = read_quad(x);
    return n.negative ? 0 : integer(n, most);
}

HIDDEN int64_t __fixtfdi(quad x) {
    return signed_integer(x, INT64_MAX);
}

HIDDEN int32_t __fixtfsi(quad x) {
    return (int32_t)signed_integer(x, INT32_MAX);
}

HIDDEN uint64_t __fixunstfdi(quad x) {
    return unsigned_integer(x, UINT64_MAX);
}

HIDDEN uint32_t __fixunstfsi(quad x) {
    return (uint32_t)unsigned_integer(x, UINT32_MAX);
}

// Converts between formats.
static bits convert(struct number n, struct format to) {
    bits sign = (bits)n.negative << (to.fraction + to.exponent), infinity = (bits)exponent_limit(to)
                                                                            << to.fraction;
    if (n.kind == ZERO) return sign;
    if (n.kind == INFINITE) return sign | infinity;
    if (n.kind == NOT_A_NUMBER) return sign | infinity | (bits)1 << (to.fraction - 1);
    return pack(n.negative, n.exponent, n.fraction << EXTRA, to);
}

HIDDEN quad __extenddftf2(double x) {
    union {
        double x;
        uint64_t b;
    } u = {x};
    return from_bits(convert(unpack(u.b, double_format), quad_format));
}

HIDDEN quad __extendsftf2(float x) {
    union {
        float x;
        uint32_t b;
    } u = {x};
    return from_bits(convert(unpack(u.b, float_format), quad_format));
}

HIDDEN double __trunctfdf2(quad x) {
    union {
        uint64_t b;
        double x;
    } u = {(uint64_t)convert(read_quad(x), double_format)};
    return u.x;
}

HIDDEN float __trunctfsf2(quad x) {
    union {
        uint32_t b;
        float x;
    } u = {(uint32_t)convert(read_quad(x), float_format)};
    return u.x;
}
#endif
