/* The numbers that scanf reads: out of a known text with glibc's matching failures, or any number there is. */
#include "whyc.h"

#if __SIZEOF_LONG__ == 8
#define BYTES(size) (size)
#else
#define BYTES(size) ((size) == LONG_LENGTH ? 4 : (size))
#endif

static _Bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

/* 99 is no digit. */
static unsigned int digit_of(int c) {
    if (is_digit(c))
        return (unsigned int)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned int)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned int)(c - 'A') + 10;
    return 99;
}

void __whyc_store_integer(void *to, int size, word value) {
    if (size == 1)
        *(unsigned char *)to = (unsigned char)value;
    else if (size == 2)
        *(unsigned short *)to = (unsigned short)value;
    else if (BYTES(size) == 4)
        *(unsigned int *)to = (unsigned int)value;
    else
        *(word *)to = value;
}

/* A known text. glibc looks one character ahead even where the width forbids to take it, so that the end
 * of the stream shows; and "0x" without a digit is consumed, and zero. */
int __whyc_scan_integer(FILE *stream, const struct whyc_conversion *conversion, _Bool binary, void *to) {
    char letter = conversion->letter;
    unsigned int base = letter == 'i' ? 0 : letter == 'o' ? 8 : letter == 'x' || letter == 'X' ? 16 : 10;
    int left = conversion->width;
    _Bool negative = 0, any = 0, overflow = 0;
    int c = __whyc_peek(stream);
    if (c == EOF)
        return SCAN_AT_END;
    if (c == '-' || c == '+') {
        negative = c == '-';
        __whyc_advance(stream);
        left--;
        c = __whyc_peek(stream);
    }
    if (c == '0' && left != 0) {
        any = 1;
        __whyc_advance(stream);
        left--;
        c = __whyc_peek(stream);
        if (left != 0 && (base == 0 || base == 16) && (c == 'x' || c == 'X')) {
            base = 16;
            __whyc_advance(stream);
            left--;
            c = __whyc_peek(stream);
        } else if (left != 0 && binary && base == 0 && (c == 'b' || c == 'B')) {
            base = 2;
            __whyc_advance(stream);
            left--;
            c = __whyc_peek(stream);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    word magnitude = 0;
    while (left != 0 && digit_of(c) < base) {
        word shifted = magnitude * base;
        /* Below 2^60 nothing overflows: no base is larger than 16. */
        if (magnitude >> 60 && (magnitude > WORD_MAX / base || shifted > WORD_MAX - digit_of(c)))
            overflow = 1;
        magnitude = shifted + digit_of(c);
        any = 1;
        __whyc_advance(stream);
        left--;
        c = __whyc_peek(stream);
    }
    if (!any)
        return SCAN_FAILED;
    word value = negative ? 0 - magnitude : magnitude;
#if __SIZEOF_LONG__ != 8
    if (conversion->size != 8 && magnitude > ULONG_MAX)
        overflow = 1;
#endif
    if (letter == 'd' || letter == 'i') {
        word limit = negative ? 9223372036854775808UL : 9223372036854775807UL;
#if __SIZEOF_LONG__ != 8
        /* A number of less than eight bytes is read as a `long`. */
        if (conversion->size != 8)
            limit = negative ? 2147483648UL : 2147483647UL;
#endif
        if (overflow || magnitude > limit) {
            value = limit;
            overflow = 1;
        }
    } else if (overflow) {
        value = WORD_MAX;
    }
    if (overflow)
        __whyc_errno = ERANGE;
    if (!conversion->suppressed)
        __whyc_store_integer(to, conversion->size, value);
    return SCAN_MATCHED;
}

static void store_double(void *to, int size, double value) {
    if (size == LONG_LENGTH)
        *(double *)to = value;
    else
        *(float *)to = __whyc_to_float(value);
}

/* The rest of "inf", "infinity" or "nan". */
static int scan_word(FILE *stream, const char *word, int *left) {
    int i = 0;
    while (word[i] && *left != 0) {
        int c = __whyc_peek(stream);
        if (c != word[i] && c != word[i] - ('a' - 'A'))
            break;
        __whyc_advance(stream);
        *left -= 1;
        i++;
    }
    return i;
}

int __whyc_scan_fraction(FILE *stream, const struct whyc_conversion *conversion, void *to) {
    int left = conversion->width;
    _Bool negative = 0, any = 0, point = 0;
    word digits = 0;
    int exponent = 0;
    double value;
    int c = __whyc_peek(stream);
    if (c == EOF)
        return SCAN_AT_END;
    if (c == '-' || c == '+') {
        negative = c == '-';
        __whyc_advance(stream);
        left--;
        c = left == 0 ? 0 : __whyc_peek(stream);
        /* As glibc has it, unlike for integers. */
        if (c == EOF)
            return SCAN_FAILED;
    }
    if (c == 'n' || c == 'N') {
        if (scan_word(stream, "nan", &left) < 3)
            return SCAN_FAILED;
        value = __builtin_nan("");
    } else if (c == 'i' || c == 'I') {
        int matched = scan_word(stream, "infinity", &left);
        if (matched != 3 && matched != 8)
            return SCAN_FAILED;
        value = __builtin_inf();
    } else {
        while (left != 0 && (is_digit(c) || (c == '.' && !point))) {
            if (c == '.') {
                point = 1;
            } else {
                if (digits > 1844674407370955160UL && c != '0')
                    __whyc_unsupported("a decimal fraction of more than 15 digits, or beyond 1e22");
                /* Zeros that no longer fit only move the point. */
                if (digits > 1844674407370955160UL) {
                    exponent += !point;
                } else {
                    digits = digits * 10 + (word)(c - '0');
                    exponent -= point;
                }
                any = 1;
            }
            __whyc_advance(stream);
            left--;
            c = left == 0 ? 0 : __whyc_peek(stream);
            if (any && !point && digits == 0 && (c == 'x' || c == 'X'))
                __whyc_unsupported("scanf of a hexadecimal fraction");
        }
        if (!any)
            return SCAN_FAILED;
        /* glibc takes "1e" and "1e+" for 1. */
        if (left != 0 && (c == 'e' || c == 'E')) {
            int written = 0;
            _Bool below = 0;
            __whyc_advance(stream);
            left--;
            c = left == 0 ? 0 : __whyc_peek(stream);
            if (c == '-' || c == '+') {
                below = c == '-';
                __whyc_advance(stream);
                left--;
                c = left == 0 ? 0 : __whyc_peek(stream);
            }
            while (left != 0 && is_digit(c)) {
                /* Beyond 9999 it makes no difference. */
                if (written < 9999)
                    written = written * 10 + (c - '0');
                __whyc_advance(stream);
                left--;
                c = left == 0 ? 0 : __whyc_peek(stream);
            }
            exponent += below ? -written : written;
        }
        value = __whyc_decimal(digits, exponent);
    }
    if (!conversion->suppressed)
        store_double(to, conversion->size, negative ? -value : value);
    return SCAN_MATCHED;
}

static _Bool is_at_end(FILE *stream) {
    if (!stream->ended) {
        _Bool end_of_input = __VERIFIER_nondet_bool();
        stream->ended = end_of_input;
    }
    return stream->ended;
}

static _Bool is_no_integer(void) {
    _Bool no_number = __VERIFIER_nondet_bool();
    return no_number;
}

static _Bool is_no_fraction(void) {
    _Bool no_number = __VERIFIER_nondet_bool();
    return no_number;
}

static _Bool is_digit_of(char letter, int c) {
    if (letter == 'o')
        return c >= '0' && c <= '7';
    _Bool is_hexadecimal = letter == 'x' || letter == 'X';
    return (c >= '0' && c <= '9') || (is_hexadecimal && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

/* What is ahead where a number is wanted: a number, the end, or something else; which one is an input. What is not
 * part of a number stays in the stream; there may have been a sign before it, or a point before that of a fraction. */
static int number_ahead(FILE *stream, const struct whyc_conversion *conversion, _Bool is_fraction) {
    int c = stream->pushed;
    if (c >= 0) {
        if (is_digit_of(conversion->letter, c))
            __whyc_unsupported("scanf of a number behind a digit that was looked at before");
        _Bool may_start = c == '+' || c == '-' || (is_fraction && (c == '.' || c == 'i' || c == 'I' || c == 'n' || c == 'N'));
        if (!may_start)
            return SCAN_FAILED;
        stream->pushed = -1;
    } else if (is_at_end(stream)) {
        return SCAN_AT_END;
    }
    if (is_fraction ? !is_no_fraction() : !is_no_integer())
        return SCAN_MATCHED;
    c = __whyc_peek(stream);
    /* A sign may be all that there is room for. */
    if (conversion->width != 1)
        __VERIFIER_assume(!is_digit_of(conversion->letter, c));
    return SCAN_FAILED;
}

/* What `width` characters can say: a digit less if the first one is a sign. */
static word within_width(const struct whyc_conversion *conversion) {
    char letter = conversion->letter;
    word base = letter == 'o' ? 8 : letter == 'x' || letter == 'X' ? 16 : 10;
    word limit = 1;
    for (int i = 0; i < conversion->width; i++)
        limit *= base;
    word limit_below = limit / base;
    word number = any_word();
    __VERIFIER_assume(number < limit || 0 - number < limit_below);
    return number;
}

int __whyc_any_integer(FILE *stream, const struct whyc_conversion *conversion, void *to) {
    _Bool is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    int ahead = number_ahead(stream, conversion, 0);
    if (ahead != SCAN_MATCHED || conversion->suppressed)
        return ahead;
    if (conversion->width > 0 && conversion->width < 16) {
        /* %i may spend two characters on 0x, but hexadecimal digits say more. */
        if (conversion->letter == 'i')
            __whyc_unsupported("scanf with %i and a width, of unknown input");
        __whyc_store_integer(to, conversion->size, within_width(conversion));
    } else if (conversion->size == 1 && is_signed) {
        signed char number = __VERIFIER_nondet_schar();
        *(signed char *)to = number;
    } else if (conversion->size == 1) {
        unsigned char number = __VERIFIER_nondet_uchar();
        *(unsigned char *)to = number;
    } else if (conversion->size == 2 && is_signed) {
        short number = __VERIFIER_nondet_short();
        *(short *)to = number;
    } else if (conversion->size == 2) {
        unsigned short number = __VERIFIER_nondet_ushort();
        *(unsigned short *)to = number;
    } else if (BYTES(conversion->size) == 4 && is_signed) {
        int number = __VERIFIER_nondet_int();
        *(int *)to = number;
    } else if (BYTES(conversion->size) == 4) {
        unsigned int number = __VERIFIER_nondet_uint();
        *(unsigned int *)to = number;
    } else if (is_signed) {
        signed_word number = any_signed_word();
        *(signed_word *)to = number;
    } else {
        word number = any_word();
        *(word *)to = number;
    }
    return SCAN_MATCHED;
}

int __whyc_any_fraction(FILE *stream, const struct whyc_conversion *conversion, void *to) {
    int ahead = number_ahead(stream, conversion, 1);
    if (ahead != SCAN_MATCHED || conversion->suppressed)
        return ahead;
    if (conversion->width > 0)
        __whyc_unsupported("scanf of a fraction with a width, of unknown input");
    if (conversion->size == LONG_LENGTH) {
        double number = __VERIFIER_nondet_double();
        *(double *)to = number;
    } else {
        float number = __VERIFIER_nondet_float();
        *(float *)to = number;
    }
    return SCAN_MATCHED;
}
