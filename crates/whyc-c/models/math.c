/* math.h: what integer arithmetic on bits, and the engine's own functions, say exactly. The others have
 * no model: their results differ between libraries. */
#include "whyc.h"

float truncf(float x);
double rint(double x);
float rintf(float x);
long double rintl(long double x);
double copysign(double x, double sign);
float copysignf(float x, float sign);
float fabsf(float x);
double fmod(double x, double y);

static word bits_of(double x) {
    word bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(word bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Behind macros of math.h. */
int __isinf(double x) {
    return x > 1.7976931348623157e308 ? 1 : x < -1.7976931348623157e308 ? -1 : 0;
}

int __isinff(float x) {
    return __isinf(x);
}

/* FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4 */
int __fpclassify(double x) {
    return x != x                              ? 0
           : x == 0.0                          ? 2
           : fabs(x) > 1.7976931348623157e308  ? 1
           : fabs(x) < 2.2250738585072014e-308 ? 3
                                               : 4;
}

int __fpclassifyf(float x) {
    return x != x                      ? 0
           : x == 0.0f                 ? 2
           : fabsf(x) > 3.4028234e38f  ? 1
           : fabsf(x) < 1.17549435e-38f ? 3
                                       : 4;
}

double fdim(double x, double y) {
    return x != x ? x : y != y ? y : x > y ? x - y : 0.0;
}

double modf(double x, double *whole) {
    *whole = trunc(x);
    /* Infinity minus itself would be no number. */
    return copysign(x == *whole ? 0.0 : x - *whole, x);
}

float modff(float x, float *whole) {
    *whole = truncf(x);
    return copysignf(x == *whole ? 0.0f : x - *whole, x);
}

/* A value out of range is undefined; the conversion then tells. */
long lround(double x) {
    return (long)round(x);
}

long long llround(double x) {
    return (long long)round(x);
}

long lroundf(float x) {
    return (long)round(x);
}

long lrint(double x) {
    return (long)rint(x);
}

long long llrint(double x) {
    return (long long)rint(x);
}

long lrintf(float x) {
    return (long)rintf(x);
}

long long llrintf(float x) {
    return (long long)rintf(x);
}

long lrintl(long double x) {
    return (long)rintl(x);
}

long long llrintl(long double x) {
    return (long long)rintl(x);
}

/* x = result * 2^exponent with 0.5 <= |result| < 1 */
double frexp(double x, int *exponent) {
    *exponent = 0;
    if (x == 0.0 || x != x || __isinf(x))
        return x;
    /* 2^54 lifts what is subnormal. */
    if (fabs(x) < 2.2250738585072014e-308) {
        x *= 18014398509481984.0;
        *exponent = -54;
    }
    word bits = bits_of(x);
    *exponent += (int)(bits >> 52 & 0x7ff) - 1022;
    return from_bits((bits & 0x800fffffffffffff) | 0x3fe0000000000000);
}

/* In steps within the range of exponents; only the last one can round. */
double ldexp(double x, int exponent) {
    if (exponent > 2200)
        exponent = 2200;
    if (exponent < -2200)
        exponent = -2200;
    int binary;
    double fraction = frexp(x, &binary);
    if (x == 0.0 || x != x || __isinf(x))
        return x;
    exponent += binary;
    if (exponent > 1024)
        return fraction > 0.0 ? __builtin_inf() : -__builtin_inf();
    if (exponent < -1080)
        return fraction > 0.0 ? 0.0 : -0.0;
    /* fraction * 2^exponent, where 2^exponent alone may be out of range. */
    if (exponent < -1000)
        return from_bits((word)(exponent + 1023 + 200) << 52) * fraction * 0x1p-200;
    return from_bits((word)(exponent + 1023 - 1) << 52) * (fraction * 2.0);
}

double scalbn(double x, int exponent) {
    return ldexp(x, exponent);
}

/* Exact where the result is a whole number that a double can tell; anything else needs a table. */
double pow(double x, double y) {
    double result = 1.0;
    if (y == 0.0 || x == 1.0)
        return 1.0;
    if (!(y >= 1.0 && y <= 1023.0 && y == trunc(y) && x == trunc(x))) {
        __whyc_unsupported("pow, other than a small whole power of a whole number");
        return 0.0;
    }
    /* Here nothing grows. */
    if (x == 0.0 || x == -1.0)
        return fmod(y, 2.0) == 1.0 ? x : x * x;
    /* 2^54 is too large. */
    for (int i = 0; i < 54 && i < y; i++) {
        result *= x;
        if (fabs(result) > 9007199254740992.0) {
            __whyc_unsupported("pow with a result beyond 2^53");
            return 0.0;
        }
    }
    return result;
}

/* The functions of these names, for `(isnan)(x)` and through pointers: where math.h has macros, a plain call is no call. */
int isnan(double x) {
    return x != x;
}

int isnanf(float x) {
    return x != x;
}

int isnanl(long double x) {
    return x != x;
}

int isinf(double x) {
    return __isinf(x);
}

int isinff(float x) {
    return __isinf(x);
}

int isinfl(long double x) {
    return __builtin_isinf(x) ? (x > 0.0L ? 1 : -1) : 0;
}

int finite(double x) {
    return __builtin_isfinite(x);
}

int finitef(float x) {
    return __builtin_isfinite(x);
}

int finitel(long double x) {
    return __builtin_isfinite(x);
}
