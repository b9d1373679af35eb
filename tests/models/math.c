/* math.h and time.h. */
#define _GNU_SOURCE
#include "check.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

MODEL(fdim);
MODEL(modf);
MODEL(modff);
MODEL(lround);
MODEL(lrint);
MODEL(frexp);
MODEL(ldexp);
MODEL(pow);
MODEL(time);
MODEL(localtime);
int model___fpclassify(double x), model___isinf(double x);
int model___fpclassifyf(float x);

static int same(double x, double y) {
    return (x != x && y != y) || (x == y && signbit(x) == signbit(y));
}

static void one(double x, double y) {
    double mine, theirs;
    float my_float, their_float;
    int my_exponent, their_exponent;
    CHECK(same(model_fdim(x, y), fdim(x, y)), "%g %g", x, y);
    CHECK(same(model_modf(x, &mine), modf(x, &theirs)) && same(mine, theirs), "%g", x);
    CHECK(model_modff((float)x, &my_float) == modff((float)x, &their_float) || x != x, "%g", x);
    CHECK(same((double)my_float, (double)their_float), "%g", x);
    CHECK(same(model_frexp(x, &my_exponent), frexp(x, &their_exponent)), "%g", x);
    CHECK(!isfinite(x) || my_exponent == their_exponent, "%g: %d %d", x, my_exponent, their_exponent);
    CHECK(model___fpclassify(x) == fpclassify(x), "%g", x);
    CHECK(model___fpclassifyf((float)x) == fpclassify((float)x), "%g", x);
    CHECK(model___isinf(x) == (isinf(x) ? x > 0 ? 1 : -1 : 0), "%g", x);
    for (int i = 0; i < 20; i++) {
        int exponent = (int)(random_bits() % 2400) - 1200;
        CHECK(same(model_ldexp(x, exponent), ldexp(x, exponent)), "%a %d: %a %a", x, exponent, model_ldexp(x, exponent),
              ldexp(x, exponent));
    }
    if (fabs(x) < 1e18)
        CHECK(model_lround(x) == lround(x) && model_lrint(x) == lrint(x), "%g", x);
}

void test_math(void) {
    static const double special[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, INFINITY, -INFINITY, NAN, 5e-324, 1e-310, 1e308,
                                     4503599627370495.5, 4503599627370497.0, 3.0, 0.1, -0.9999};
    enum { COUNT = sizeof special / sizeof *special };
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++)
            one(special[i], special[j]);
    }
    for (int i = 0; i < 5000; i++) {
        unsigned long bits = random_bits();
        double x;
        memcpy(&x, &bits, sizeof x);
        one(x, special[i % COUNT]);
        one((double)(long)random_bits() / 1e18, x);
    }
    for (int x = -12; x <= 12; x++) {
        for (int y = 0; y < 20; y++) {
            unsupported = 0;
            double mine = model_pow(x, y);
            CHECK(unsupported || same(mine, pow(x, y)), "%d %d: %g", x, y, mine);
            CHECK(!unsupported || fabs(pow(x, y)) > 9e15, "%d %d", x, y);
        }
    }
    CHECK(same(model_pow(-0.0, 3.0), -0.0) && same(model_pow(-0.0, 2.0), 0.0), "zero");
    const long inputs[] = {1000, 59, 58, 23, 31, 11, 99, 6, 364, 1};
    set_inputs(inputs, 10);
    time_t now;
    CHECK(model_time(&now) == 1000 && now == 1000, "the time is an input");
    struct tm *date = model_localtime(&now);
    CHECK(date->tm_sec == 59 && date->tm_min == 58 && date->tm_hour == 23 && date->tm_mday == 31, "a date");
    CHECK(date->tm_mon == 11 && date->tm_year == 99 && date->tm_wday == 6 && date->tm_yday == 364, "a date");
    CHECK(date->tm_isdst == 1 && sizeof(struct tm) == 56, "a date");
}
