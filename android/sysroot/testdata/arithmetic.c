// Compares the arithmetic for 32-bit processors with that of this processor.
#include <math.h>
#include <stdio.h>

#undef __LP64__
#define __udivdi3 own_udiv
#define __umoddi3 own_umod
#define __divdi3 own_div
#define __moddi3 own_mod
#define __floatundidf own_ul2d
#define __floatdidf own_l2d
#define __floatundisf own_ul2f
#define __floatdisf own_l2f
#define __fixunsdfdi own_d2ul
#define __fixdfdi own_d2l
#define __fixunssfdi own_f2ul
#define __fixsfdi own_f2l
#include "../crt/builtins.c"

static int wrong;

#define SAME(function, got, want, ...)                                                                       \
    if ((got) != (want) && wrong++ < 10) printf(function " is wrong for " __VA_ARGS__)

static uint64_t next(void) { // numbers of all sizes
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state >> (state % 64);
}

int main(void) {
    for (int i = 0; i < 300000; i++) {
        uint64_t a = next() - (i % 3 == 0), b = next();
        int64_t n = (int64_t)(i % 2 ? a : -a), by = (int64_t)(i % 5 ? b : -b);
        if (b == 0 || (n == INT64_MIN && by == -1)) continue;
        SAME("udiv", own_udiv(a, b), a / b, "%#llx %#llx\n", (long long)a, (long long)b);
        SAME("umod", own_umod(a, b), a % b, "%#llx %#llx\n", (long long)a, (long long)b);
        SAME("div", own_div(n, by), n / by, "%lld %lld\n", (long long)n, (long long)by);
        SAME("mod", own_mod(n, by), n % by, "%lld %lld\n", (long long)n, (long long)by);
        SAME("ul2d", own_ul2d(a), (double)a, "%#llx\n", (long long)a);
        SAME("l2d", own_l2d(n), (double)n, "%lld\n", (long long)n);
        SAME("ul2f", own_ul2f(a), (float)a, "%#llx\n", (long long)a);
        SAME("l2f", own_l2f(n), (float)n, "%lld\n", (long long)n);
        double d = ldexp((double)a, i % 64 - 60);
        if (d < 18446744073709551616.0) {
            SAME("d2ul", own_d2ul(d), (uint64_t)d, "%a\n", d);
            SAME("f2ul", own_f2ul((float)(d / 2)), (uint64_t)(float)(d / 2), "%a\n", d);
        }
        if (d < 9223372036854775808.0) {
            SAME("d2l", own_d2l(-d), (int64_t)-d, "%a\n", -d);
            SAME("f2l", own_f2l((float)(-d / 2)), (int64_t)(float)(-d / 2), "%a\n", -d);
        }
    }
    return wrong != 0;
}
