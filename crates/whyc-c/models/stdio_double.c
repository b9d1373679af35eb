/* Fractions in decimal, for buffers and for counting; what a stream shows is the engine's business.
 *
 * A double is m * 2^e. Its whole part and, below the point, its bits are integers, and each digit below
 * the point is one multiplication by ten of those bits: nothing is rounded before the last digit, where
 * glibc rounds to nearest, ties to even. This reaches from 2^-72 to 2^64. */
#include "whyc.h"

#ifdef __SIZEOF_INT128__

typedef unsigned __int128 wide;

#define MOST_PLACES 80
/* With the whole part: the end of every loop, also where nothing is known of the number. */
#define MOST_DIGITS (MOST_PLACES + 24)

/* digits[0].digits[1]... * 10^exponent; for %f the exponent is that of the first digit as well. */
struct decimal {
    char digits[MOST_DIGITS];
    int count;
    int exponent;
};

/* The next digit of a fraction below 1 with `bits` bits. */
static char next_digit(wide *fraction, int bits) {
    wide scaled = *fraction * 10;
    *fraction = scaled & (((wide)1 << bits) - 1);
    return (char)('0' + (int)(scaled >> bits));
}

/* Adds one in the last place; 999 becomes 1000, which is one digit more only if `grows`. */
static void round_up(struct decimal *number, _Bool grows) {
    int at = number->count - 1;
    for (int i = 0; i < MOST_DIGITS && at >= 0 && number->digits[at] == '9'; i++) {
        number->digits[at] = '0';
        at--;
    }
    if (at >= 0) {
        number->digits[at]++;
        return;
    }
    number->digits[0] = '1';
    number->exponent++;
    if (grows) {
        number->digits[number->count] = '0';
        number->count++;
    }
}

/* Of a value that is finite and not negative. `fixed`: `places` digits below the point; otherwise
 * `places` digits below the first one that is not zero. */
static void to_decimal(struct decimal *number, double value, _Bool fixed, int places) {
    word bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52);
    word mantissa = bits & 0xfffffffffffff;
    if (exponent)
        mantissa |= 0x10000000000000;
    else
        exponent = 1;
    exponent -= 1075;
    number->count = 0;
    number->exponent = 0;
    if (places > MOST_PLACES || exponent > 11 || (exponent < -124 && mantissa && !(fixed && places <= 20))) {
        __whyc_unsupported("this fraction in decimal, in a buffer or counted");
        number->digits[0] = '0';
        number->count = 1;
        return;
    }
    word whole = 0;
    wide fraction = 0;
    int below = 0;
    if (exponent >= 0) {
        whole = mantissa << exponent;
    } else if (exponent >= -124) {
        below = -exponent;
        whole = below < 64 ? mantissa >> below : 0;
        fraction = mantissa - ((wide)whole << below);
    } else {
        /* Far below half of the last digit. */
        below = 124;
        fraction = mantissa != 0;
    }
    /* The whole part from the right, then turned around by its length. */
    word scale = 1;
    while (number->exponent < 19 && whole / 10 >= scale) {
        scale *= 10;
        number->exponent++;
    }
    if (whole || fixed) {
        for (int i = 0; i < 20 && scale && number->count <= (fixed ? number->exponent : places); i++) {
            number->digits[number->count] = (char)('0' + whole / scale % 10);
            number->count++;
            scale /= 10;
        }
        /* Digits of the whole part that %e leaves out. */
        if (scale) {
            word rest = whole % (scale * 10), half = scale * 5;
            _Bool odd = (number->digits[number->count - 1] - '0') & 1;
            if (rest > half || (rest == half && (fraction || odd)))
                round_up(number, 0);
            return;
        }
    } else if (fraction) {
        /* %e of a number below 1: its first digit that is not zero. */
        char digit;
        do {
            digit = next_digit(&fraction, below);
            number->exponent--;
        } while (digit == '0' && number->exponent > -40);
        number->digits[0] = digit;
        number->count = 1;
    } else {
        number->digits[0] = '0';
        number->count = 1;
    }
    int wanted = fixed ? number->exponent + 1 + places : places + 1;
    for (int i = 0; i < places && number->count < wanted; i++) {
        number->digits[number->count] = below ? next_digit(&fraction, below) : '0';
        number->count++;
    }
    if (!below)
        return;
    wide half = (wide)1 << (below - 1);
    _Bool odd = (number->digits[number->count - 1] - '0') & 1;
    if (fraction > half || (fraction == half && odd))
        round_up(number, fixed);
}

static void put_decimal(struct whyc_sink *sink, double value, int letter, int sign, int flags, int width,
                        int precision) {
    int lower = letter | ('a' - 'A'), large = letter - lower;
    struct decimal number;
    _Bool scientific = lower == 'e', general = lower == 'g';
    if (precision < 0)
        precision = 6;
    if (general) {
        /* As many digits as `precision` says, in the shorter form. */
        if (precision == 0)
            precision = 1;
        to_decimal(&number, value, 0, precision - 1);
        scientific = number.exponent < -4 || number.exponent >= precision;
        if (!(flags & FLAG_ALT)) {
            for (int i = 1; i < precision && number.count > 1 && number.digits[number.count - 1] == '0'; i++)
                number.count--;
        }
    } else {
        to_decimal(&number, value, !scientific, precision);
    }
    /* Digits before the point, zeros between the point and the digits, digits behind the point. */
    int before = scientific ? 1 : number.exponent >= 0 ? number.exponent + 1 : 0;
    int leading = before ? 0 : -1 - number.exponent;
    int behind = number.count > before ? number.count - before : 0;
    int zeros_before = before > number.count ? before - number.count : 0;
    _Bool point = leading + behind > 0 || (flags & FLAG_ALT);
    int power = number.exponent < 0 ? -number.exponent : number.exponent;
    int tail = scientific ? 4 + (power >= 100) : 0;
    int length = (sign != 0) + (before ? before : 1) + point + leading + behind + tail;
    int padding = width - length;
    if (!(flags & (FLAG_LEFT | FLAG_ZERO)))
        __whyc_pad(sink, ' ', padding, width);
    if (sign)
        __whyc_put(sink, sign);
    if ((flags & (FLAG_LEFT | FLAG_ZERO)) == FLAG_ZERO)
        __whyc_pad(sink, '0', padding, width);
    if (!before)
        __whyc_put(sink, '0');
    for (int i = 0; i < MOST_DIGITS && i < before - zeros_before; i++)
        __whyc_put(sink, number.digits[i]);
    __whyc_pad(sink, '0', zeros_before, MOST_DIGITS);
    if (point)
        __whyc_put(sink, '.');
    __whyc_pad(sink, '0', leading, 4);
    for (int i = 0; i < MOST_DIGITS && i < behind; i++)
        __whyc_put(sink, number.digits[before + i]);
    if (scientific) {
        __whyc_put(sink, 'e' + large);
        __whyc_put(sink, number.exponent < 0 ? '-' : '+');
        if (power >= 100)
            __whyc_put(sink, '0' + power / 100);
        __whyc_put(sink, '0' + power / 10 % 10);
        __whyc_put(sink, '0' + power % 10);
    }
    if (flags & FLAG_LEFT)
        __whyc_pad(sink, ' ', padding, width);
}

void __whyc_put_double(struct whyc_sink *sink, double value, int letter, int flags, int width, int precision) {
    word bits;
    memcpy(&bits, &value, sizeof bits);
    int sign = bits >> 63 ? '-' : flags & FLAG_PLUS ? '+' : flags & FLAG_SPACE ? ' ' : 0;
    if ((bits >> 52 & 0x7ff) == 0x7ff) {
        const char *name = bits << 12 ? "nan" : "inf";
        int large = letter < 'a' ? 'A' - 'a' : 0, padding = width - 3 - (sign != 0);
        if (!(flags & FLAG_LEFT))
            __whyc_pad(sink, ' ', padding, width);
        if (sign)
            __whyc_put(sink, sign);
        for (int i = 0; i < 3; i++)
            __whyc_put(sink, name[i] + large);
        if (flags & FLAG_LEFT)
            __whyc_pad(sink, ' ', padding, width);
    } else if (letter == 'a' || letter == 'A') {
        __whyc_unsupported("printf with %a in a buffer or counted");
    } else {
        put_decimal(sink, bits >> 63 ? -value : value, letter, sign, flags, width, precision);
    }
}

#else

/* Not without integers of 128 bits. */
void __whyc_put_double(struct whyc_sink *sink, double value, int letter, int flags, int width, int precision) {
    __whyc_unsupported("a fraction in decimal, in a buffer or counted, on this platform");
}

#endif
