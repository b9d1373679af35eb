/* stdlib.h: absolute values, division, and numbers in texts. strtod is in strtod.c. */
#include "whyc.h"

int abs(int x) {
    return x < 0 ? -x : x;
}

long labs(long x) {
    return x < 0 ? -x : x;
}

long long llabs(long long x) {
    return x < 0 ? -x : x;
}

intmax_t imaxabs(intmax_t x) {
    return x < 0 ? -x : x;
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int x, int y) {
    div_t result;
    result.quot = x / y;
    result.rem = x % y;
    return result;
}

ldiv_t ldiv(long x, long y) {
    ldiv_t result;
    result.quot = x / y;
    result.rem = x % y;
    return result;
}

lldiv_t lldiv(long long x, long long y) {
    lldiv_t result;
    result.quot = x / y;
    result.rem = x % y;
    return result;
}

/* 99 is no digit in any base. */
static unsigned int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return (unsigned int)(c - '0');
    if (c >= 'a' && c <= 'z')
        return (unsigned int)(c - 'a') + 10;
    if (c >= 'A' && c <= 'Z')
        return (unsigned int)(c - 'A') + 10;
    return 99;
}

struct number {
    word magnitude;
    _Bool negative;
    _Bool overflow; /* `magnitude` was larger than `word` can tell */
};

/* Reads what strtol and strtoul read. `binary`: since C23, base 2 has the prefix 0b. */
static struct number read_number(const char *text, char **end, int base, _Bool binary) {
    struct number number = {0, 0, 0};
    if (base < 0 || base == 1 || base > 36) {
        /* glibc leaves `*end` alone here. */
        __whyc_errno = EINVAL;
        return number;
    }
    size_t i = 0;
    while (text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r'))
        i++;
    if (text[i] == '-' || text[i] == '+') {
        number.negative = text[i] == '-';
        i++;
    }
    /* A prefix counts only before a digit: in "0xg" the number is "0". */
    if ((base == 0 || base == 16) && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X') &&
        digit_of(text[i + 2]) < 16) {
        i += 2;
        base = 16;
    } else if (binary && (base == 0 || base == 2) && text[i] == '0' && (text[i + 1] == 'b' || text[i + 1] == 'B') &&
               digit_of(text[i + 2]) < 2) {
        i += 2;
        base = 2;
    } else if (base == 0) {
        base = text[i] == '0' ? 8 : 10;
    }
    /* The usual bases by hand, so that no solver has to divide. */
    word limit = base == 10   ? 1844674407370955161UL
                          : base == 16 ? 1152921504606846975UL
                          : base == 8  ? 2305843009213693951UL
                                       : WORD_MAX / (word)base;
    unsigned int digit = digit_of(text[i]);
    if (digit >= (unsigned int)base) {
        number.negative = 0;
        if (end)
            *end = (char *)text;
        return number;
    }
    do {
        word shifted = number.magnitude * (word)base;
        if (number.magnitude > limit || shifted > WORD_MAX - digit)
            number.overflow = 1;
        number.magnitude = shifted + digit;
        i++;
        digit = digit_of(text[i]);
    } while (digit < (unsigned int)base);
    if (end)
        *end = (char *)text + i;
    return number;
}

#if __SIZEOF_LONG__ == 8
static long to_signed(struct number number) {
    unsigned long limit = number.negative ? 9223372036854775808UL : 9223372036854775807UL;
    if (number.overflow || number.magnitude > limit) {
        __whyc_errno = ERANGE;
        return number.negative ? LONG_MIN : LONG_MAX;
    }
    return (long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

static unsigned long to_unsigned(struct number number) {
    if (number.overflow) {
        __whyc_errno = ERANGE;
        return ULONG_MAX;
    }
    return number.negative ? 0 - number.magnitude : number.magnitude;
}
#else
static long long to_signed_word(struct number number, word largest) {
    word limit = number.negative ? largest + 1 : largest;
    if (number.overflow || number.magnitude > limit) {
        __whyc_errno = ERANGE;
        number.magnitude = limit;
    }
    return (long long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

static word to_word(struct number number, word largest) {
    if (number.overflow || number.magnitude > largest) {
        __whyc_errno = ERANGE;
        return largest;
    }
    return number.negative ? 0 - number.magnitude : number.magnitude;
}

static long to_signed(struct number number) {
    return (long)to_signed_word(number, LONG_MAX);
}

static unsigned long to_unsigned(struct number number) {
    return (unsigned long)to_word(number, ULONG_MAX);
}
#endif

long strtol(const char *text, char **end, int base) {
    return to_signed(read_number(text, end, base, 0));
}

unsigned long strtoul(const char *text, char **end, int base) {
    return to_unsigned(read_number(text, end, base, 0));
}

#if __SIZEOF_LONG__ == 8
long long strtoll(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

unsigned long long strtoull(const char *text, char **end, int base) {
    return strtoul(text, end, base);
}

intmax_t strtoimax(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

uintmax_t strtoumax(const char *text, char **end, int base) {
    return strtoul(text, end, base);
}
#else
long long strtoll(const char *text, char **end, int base) {
    return to_signed_word(read_number(text, end, base, 0), 9223372036854775807);
}

unsigned long long strtoull(const char *text, char **end, int base) {
    return to_word(read_number(text, end, base, 0), WORD_MAX);
}

intmax_t strtoimax(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}

uintmax_t strtoumax(const char *text, char **end, int base) {
    return strtoull(text, end, base);
}
#endif

/* What headers since glibc 2.38 call them in C23. */
long __isoc23_strtol(const char *text, char **end, int base) {
    return to_signed(read_number(text, end, base, 1));
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
    return to_unsigned(read_number(text, end, base, 1));
}

#if __SIZEOF_LONG__ == 8
long long __isoc23_strtoll(const char *text, char **end, int base) {
    return __isoc23_strtol(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
    return __isoc23_strtoul(text, end, base);
}

intmax_t __isoc23_strtoimax(const char *text, char **end, int base) {
    return __isoc23_strtol(text, end, base);
}

uintmax_t __isoc23_strtoumax(const char *text, char **end, int base) {
    return __isoc23_strtoul(text, end, base);
}
#else
long long __isoc23_strtoll(const char *text, char **end, int base) {
    return to_signed_word(read_number(text, end, base, 1), 9223372036854775807);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
    return to_word(read_number(text, end, base, 1), WORD_MAX);
}

intmax_t __isoc23_strtoimax(const char *text, char **end, int base) {
    return __isoc23_strtoll(text, end, base);
}

uintmax_t __isoc23_strtoumax(const char *text, char **end, int base) {
    return __isoc23_strtoull(text, end, base);
}
#endif

/* Too large a number is undefined in C; glibc cuts off what strtol says. */
int atoi(const char *text) {
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text) {
    return strtol(text, NULL, 10);
}

long long atoll(const char *text) {
    return strtoll(text, NULL, 10);
}
