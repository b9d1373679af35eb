/* stdlib.h: numbers in texts, with `errno` and where they end; inputs. */
#include "check.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(strtod);
MODEL(strtof);
MODEL(atoi);
MODEL(atol);
MODEL(atoll);
MODEL(atof);
MODEL(abs);
MODEL(labs);
MODEL(llabs);
MODEL(div);
MODEL(ldiv);
MODEL(lldiv);
MODEL(getenv);
MODEL(rand);
long model___isoc23_strtol(const char *text, char **end, int base);

#define SAME_INTEGER(name)                                                                                          \
    do {                                                                                                            \
        char *my_end = NULL, *their_end = NULL;                                                                     \
        __whyc_errno = errno = 0;                                                                                   \
        __typeof__(name(text, NULL, 10)) mine = model_##name(text, &my_end, base),                                  \
                                         theirs = name(text, &their_end, base);                                     \
        CHECK(mine == theirs, #name "('%s', %d): %ld, not %ld", text, base, (long)mine, (long)theirs);              \
        CHECK(my_end == their_end, #name "('%s', %d) ends elsewhere", text, base);                                  \
        /* Where nothing is read errno may or may not say so. */                                                    \
        CHECK(__whyc_errno == errno, #name "('%s', %d): errno %d, not %d", text, base, __whyc_errno, errno);        \
    } while (0)

static void integer(const char *literal) {
    static const int bases[] = {0, 10, 16, 8, 2, 36, 3, 7};
    char *text = exactly_text(literal);
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        int base = bases[i];
        SAME_INTEGER(strtol);
        SAME_INTEGER(strtoul);
        SAME_INTEGER(strtoll);
        SAME_INTEGER(strtoull);
    }
    CHECK(model_atoi(text) == atoi(text), "'%s'", text);
    CHECK(model_atol(text) == atol(text), "'%s'", text);
    CHECK(model_atoll(text) == atoll(text), "'%s'", text);
    free(text);
}

static int same(double x, double y) {
    return (x != x && y != y) || (x == y && signbit(x) == signbit(y));
}

/* Whether the model knew it. */
static int fraction(const char *literal) {
    char *text = exactly_text(literal), *my_end = NULL, *their_end = NULL;
    unsupported = 0;
    double mine = model_strtod(text, &my_end), theirs = strtod(text, &their_end);
    int known = unsupported == 0;
    if (known) {
        CHECK(same(mine, theirs), "'%s': %.20g, not %.20g", text, mine, theirs);
        CHECK(my_end == their_end, "'%s' ends elsewhere", text);
        CHECK(same(model_atof(text), theirs), "'%s'", text);
    }
    unsupported = 0;
    mine = (double)model_strtof(text, &my_end);
    if (!unsupported) {
        CHECK(same(mine, (double)strtof(text, NULL)), "'%s': %.20g", text, mine);
        CHECK(my_end == their_end, "'%s' ends elsewhere", text);
    }
    free(text);
    return known;
}

static void random_texts(void) {
    char text[40];
    static const char letters[] = "0123456789 -+xXabzZ.eE0123456789";
    for (int i = 0; i < 20000; i++) {
        size_t size = random_bits() % 8;
        for (size_t at = 0; at < size; at++)
            text[at] = letters[random_bits() % (sizeof letters - 1)];
        text[size] = 0;
        integer(text);
        fraction(text);
        snprintf(text, sizeof text, "%ld", (long)random_bits() >> random_bits() % 64);
        integer(text);
        snprintf(text, sizeof text, "%lu%lu", random_bits() >> random_bits() % 64, random_bits() % 100);
        integer(text);
        /* Up to 15 digits and exponents up to 22 are promised. */
        snprintf(text, sizeof text, "%s%lu.%0*lue%d", random_bits() % 2 ? "-" : "", random_bits() % 100000000,
                 (int)(random_bits() % 7) + 1, random_bits() % 10, (int)(random_bits() % 31) - 15);
        CHECK(fraction(text), "'%s' should be known", text);
        snprintf(text, sizeof text, "%.*g", (int)(random_bits() % 15) + 1, (double)(long)random_bits() / 1e15);
        CHECK(fraction(text), "'%s' should be known", text);
    }
}

static void inputs(void) {
    const long set[] = {1, 'h', 'i', 0, 5, 0};
    set_inputs(set, 6);
    CHECK(!strcmp(model_getenv("HOME"), "hi"), "the environment is an input");
    set_inputs(NULL, 0);
    CHECK(!model_getenv("NONE") && !strcmp(model_getenv("HOME"), "hi"), "the environment stays");
    const long number = 77;
    set_inputs(&number, 1);
    CHECK(model_rand() == 77, "an input");
}

void test_stdlib(void) {
    static const char *const integers[] = {
        "", "0", "-0", "+", "-", " ", "x", "0x", "0x ", "0xg", "0X1f", "-0xff", "08", "0777", "  42abc", "\t\n\v\f\r 7",
        "+-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
        "99999999999999999999999", "0xffffffffffffffff", "0x10000000000000000", "zz", "Zz9", "2147483648", "4294967296",
        "01777777777777777777777", "02000000000000000000000", "0b101", "1 2"};
    static const char *const fractions[] = {"",     ".",      "-.",       "1.",        ".5",      "-.5e1", "1e",     "1e+",
                                            "1ex",  "0e9999", "-0.0",     "3.14159",   "inf",     "-INF",  "infin",  "infinity",
                                            "nan",  "-nan",   " \n 2.5x", "1e22",      "1e-22",   "0.1",   "1.5e300", "1..2",
                                            "1e23", "12e25",  "1.50000000000000000000000000", "100000000000000000000000e-10"};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        integer(integers[i]);
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++)
        fraction(fractions[i]);
    random_texts();
    char *end, *binary = exactly_text("0b1012");
    CHECK(model___isoc23_strtol(binary, &end, 0) == 5 && end == binary + 5, "binary numbers");
    CHECK(model___isoc23_strtol(binary, &end, 2) == 5 && end == binary + 5, "binary numbers");
    CHECK(model_strtol(binary, &end, 2) == 0 && end == binary + 1, "no binary numbers");
    free(binary);
    __whyc_errno = 0;
    CHECK(model_strtol("1", NULL, 1) == 0 && __whyc_errno == EINVAL, "no base");
    for (int i = 0; i < 1000; i++) {
        int x = (int)random_bits() / 2, y = (int)random_bits() | 1;
        CHECK(model_abs(x) == abs(x) && model_labs(x) == labs(x) && model_llabs(x) == llabs(x), "%d", x);
        CHECK(model_div(x, y).quot == x / y && model_div(x, y).rem == x % y, "%d %d", x, y);
        CHECK(model_ldiv(x, y).quot == x / y && model_lldiv(x, y).rem == x % y, "%d %d", x, y);
    }
    inputs();
}
