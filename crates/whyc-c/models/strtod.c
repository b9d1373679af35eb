/* Fractions in texts, decimal and hexadecimal: strtod and its relatives.
 *
 * Exact by the classical fast path: a whole number up to 2^53 times or divided by a power of ten up to
 * 10^22 is one correctly rounded operation (Clinger, "How to read floating point numbers accurately",
 * 1990). What needs more is reported as not modelled. */
#include "whyc.h"

static const double powers_of_ten[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* digits * 10^exponent */
double __whyc_decimal(word digits, int exponent) {
    if (digits == 0)
        return 0.0;
    /* 1.50000000000000000 has few digits that matter. */
    for (int i = 0; i < 4 && digits > 9007199254740992UL && digits % 10 == 0; i++) {
        digits /= 10;
        exponent++;
    }
    /* 12e30: zeros may move into the whole number. */
    for (int i = 0; i < 15 && exponent > 22 && digits < 900719925474099UL; i++) {
        digits *= 10;
        exponent--;
    }
    if (digits > 9007199254740992UL || exponent > 22 || exponent < -22) {
        __whyc_unsupported("a decimal fraction of more than 15 digits, or beyond 1e22");
        return 0.0;
    }
    if (exponent < 0)
        return (double)digits / powers_of_ten[-exponent];
    return (double)digits * powers_of_ten[exponent];
}

/* Rounding twice is wrong only halfway between two floats. */
float __whyc_to_float(double value) {
    word bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x1fffffff) == 0x10000000 && !(value == trunc(value) && fabs(value) <= 9007199254740992.0))
        __whyc_unsupported("a decimal fraction halfway between two floats");
    return (float)value;
}

/* How much of `word` (in lower case) `text` starts with. */
static size_t match(const char *text, const char *word) {
    size_t i = 0;
    while (word[i] && (text[i] == word[i] || text[i] == word[i] - ('a' - 'A')))
        i++;
    return i;
}

static _Bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The value of a hexadecimal digit, or 16. */
static word hexadecimal_digit(char c) {
    if (is_digit(c))
        return (word)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (word)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (word)(c - 'A') + 10;
    return 16;
}

/* What stands at `at` as an exponent after its letter: its value, and `at` moved behind it; 0 if there is none. */
static int exponent_at(const char *text, size_t *at) {
    size_t i = *at + 1;
    _Bool below = text[i] == '-';
    if (text[i] == '-' || text[i] == '+')
        i++;
    if (!is_digit(text[i]))
        return 0;
    int written = 0;
    while (is_digit(text[i])) {
        /* Beyond 9999 it makes no difference. */
        if (written < 9999)
            written = written * 10 + (text[i] - '0');
        i++;
    }
    *at = i;
    return below ? -written : written;
}

/* The digits that follow `0x` at `at`, which is moved behind them; if there are none, only the 0 is a number. Up to 53 bits
 * times a power of two is one correctly rounded operation. */
static double hexadecimal(const char *text, size_t *at) {
    size_t i = *at + 2;
    word digits = 0;
    int exponent = 0;
    _Bool any = 0, point = 0;
    while (hexadecimal_digit(text[i]) < 16 || (text[i] == '.' && !point)) {
        if (text[i] == '.') {
            point = 1;
        } else {
            any = 1;
            if (digits >= (word)1 << 49)
                __whyc_unsupported("a hexadecimal fraction of more than 13 digits, or beyond 2^900");
            digits = digits * 16 + hexadecimal_digit(text[i]);
            exponent -= 4 * point;
        }
        i++;
    }
    if (!any) {
        *at += 1;
        return 0.0;
    }
    if (text[i] == 'p' || text[i] == 'P')
        exponent += exponent_at(text, &i);
    *at = i;
    if (digits == 0)
        return 0.0;
    if (exponent > 900 || exponent < -900) {
        __whyc_unsupported("a hexadecimal fraction of more than 13 digits, or beyond 2^900");
        return 0.0;
    }
    word bits = (word)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return (double)digits * power;
}

double strtod(const char *text, char **end) {
    size_t i = 0;
    while (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r'))
        i++;
    _Bool negative = text[i] == '-';
    if (text[i] == '-' || text[i] == '+')
        i++;
    double value = 0.0;
    if (match(text + i, "inf") == 3) {
        value = __builtin_inf();
        i += match(text + i, "infinity") == 8 ? 8 : 3;
    } else if (match(text + i, "nan") == 3) {
        value = __builtin_nan("");
        i += 3;
        if (text[i] == '(')
            __whyc_unsupported("strtod of nan with a payload");
    } else if (text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X')) {
        value = hexadecimal(text, &i);
    } else {
        word digits = 0;
        int exponent = 0;
        _Bool any = 0, point = 0;
        while (is_digit(text[i]) || (text[i] == '.' && !point)) {
            if (text[i] == '.') {
                point = 1;
            } else {
                any = 1;
                if (digits > 1844674407370955160UL && text[i] != '0')
                    __whyc_unsupported("a decimal fraction of more than 15 digits, or beyond 1e22");
                /* Zeros that no longer fit only move the point. */
                if (digits > 1844674407370955160UL) {
                    exponent += !point;
                } else {
                    digits = digits * 10 + (word)(text[i] - '0');
                    exponent -= point;
                }
            }
            i++;
        }
        if (!any) {
            if (end)
                *end = (char *)text;
            return 0.0;
        }
        if (text[i] == 'e' || text[i] == 'E')
            exponent += exponent_at(text, &i);
        value = __whyc_decimal(digits, exponent);
    }
    if (end)
        *end = (char *)text + i;
    return negative ? -value : value;
}

float strtof(const char *text, char **end) {
    return __whyc_to_float(strtod(text, end));
}

double atof(const char *text) {
    return strtod(text, NULL);
}

/* Whole numbers are the same in both formats; a fraction would be rounded to other digits. */
long double strtold(const char *text, char **end) {
    double value = strtod(text, end);
    _Bool exact = value != value || value - value != 0.0 || (value == trunc(value) && fabs(value) < 9007199254740992.0);
    if (!exact)
        __whyc_unsupported("a fraction as a long double");
    return value;
}
