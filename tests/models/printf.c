/* The printf family: a table of formats and values, into buffers of every size and to streams. */
#define _GNU_SOURCE
#include "check.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

MODEL(vsnprintf);
MODEL(vsprintf);
MODEL(vfprintf);
MODEL(snprintf);
MODEL(sprintf);
MODEL(printf);
MODEL(fprintf);
MODEL(dprintf);
MODEL(asprintf);
MODEL(puts);
MODEL(putchar);
MODEL(fputs);
MODEL(fwrite);
MODEL(perror);
MODEL(fflush);
void __whyc_vfprintf_void(FILE *stream, const char *format, va_list args);
void __whyc_printf_void(const char *format, ...);
int model___printf_chk(int flag, const char *format, ...);
int model___snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...);

/* Whether the model knew all of it. */
static int format(const char *text, ...) {
    static char native[4096], mine[4096];
    va_list args;
    va_start(args, text);
    int length = vsnprintf(native, sizeof native, text, args);
    va_end(args);

    /* A buffer that ends with the text, and one that is too short. */
    unsupported = 0;
    char *exact = malloc((size_t)length + 1);
    va_start(args, text);
    memset(mine, 0, sizeof mine);
    int count = model_vsnprintf(mine, sizeof mine, text, args);
    va_end(args);
    int known = !unsupported;
    if (known) {
        CHECK(count == length, "'%s': '%s', not '%s'", text, mine, native);
        CHECK(!memcmp(mine, native, (size_t)length + 1), "'%s': '%s', not '%s'", text, mine, native);
        va_start(args, text);
        CHECK(model_vsprintf(exact, text, args) == length && !strcmp(exact, native), "'%s'", text);
        va_end(args);
        size_t size = random_bits() % ((size_t)length + 2);
        memset(mine, '#', sizeof mine);
        va_start(args, text);
        char *room = exactly(mine, size);
        CHECK(model_vsnprintf(room, size, text, args) == length, "'%s'", text);
        va_end(args);
        size_t written = size > (size_t)length ? (size_t)length + 1 : size;
        CHECK(written == 0 || !memcmp(room, native, written - 1), "'%s' into %zu", text, size);
        CHECK(written == 0 || room[written - 1] == 0, "'%s' into %zu", text, size);
        free(room);
    }
    free(exact);

    /* A stream, counted and not. */
    clear_output();
    va_start(args, text);
    count = model_vfprintf(model_stdout, text, args);
    va_end(args);
    CHECK(!known || count == length, "'%s': counted %d, not %d", text, count, length);
    CHECK(output_size[1] == (size_t)length, "'%s': '%s'", text, output[1]);
    CHECK(!memcmp(output[1], native, (size_t)length), "'%s': '%s'", text, output[1]);
    unsupported = 0;
    va_start(args, text);
    __whyc_vfprintf_void(model_stderr, text, args);
    va_end(args);
    CHECK(!unsupported, "'%s'", text);
    CHECK(output_size[2] == (size_t)length, "'%s': '%s'", text, output[2]);
    CHECK(!memcmp(output[2], native, (size_t)length), "'%s': '%s'", text, output[2]);
    return known;
}

static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-0", "+0", "# ", "#0", "-#", "-+", "+ #0", "'"};
static const char *const widths[] = {"", "1", "5", "12", "25"};
static const char *const precisions[] = {"", ".", ".0", ".1", ".3", ".7", ".22"};

#define FOR_FORMATS(letters)                                                                                        \
    for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)                                                       \
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)                                                 \
            for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++)                                     \
                for (const char *letter = letters; *letter; letter++)

static void integers(void) {
    static const long values[] = {0, 1, -1, 7, 8, 9, 10, 15, 16, 99, 100, -128, 127, 255, 256, 32767, -32768, 65535, 65536,
                                  2147483647, -2147483648L, 4294967295, 4294967296, 999999999999, 9223372036854775807,
                                  -9223372036854775807 - 1, 1000000000000000000};
    static const char *const sizes[] = {"hh", "h", "", "l", "ll", "z", "j", "t"};
    char text[64];
    FOR_FORMATS("diuxXo") {
        for (size_t s = 0; s < 8; s++) {
            for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                snprintf(text, sizeof text, "<%%%s%s%s%s%c>", flags[f], widths[w], precisions[p], sizes[s], *letter);
                CHECK(s < 3 ? format(text, (int)values[v]) : format(text, values[v]), "'%s'", text);
            }
        }
    }
    for (int i = 0; i < 20000; i++) {
        long value = (long)random_bits() >> random_bits() % 64;
        CHECK(format("%ld %lu %lx %lo", value, value, value, value), "%ld", value);
    }
}

/* glibc drops zeros that '#' promises where %g rounds up to a power of ten that needs an exponent:
 * "%#g" of 999999.5 is 1.e+06. The model does what C says, 1.00000e+06. */
static int is_dropping_zeros(const char *flag, const char *precision, char letter, double value) {
    int digits = *precision ? atoi(precision + 1) : 6;
    double power = pow(10.0, digits ? digits : 1);
    return strchr(flag, '#') && (letter == 'g' || letter == 'G') && fabs(value) < power && fabs(value) >= power * 0.94;
}

static void fractions(void) {
    static const double values[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 0.25, 0.125, 0.1, 0.05, 0.15, 1e-3, 1e-4, 9.9999e-5,
                                    1e-5, 123456.0, 999999.5, 999999.4, 1234567.0, 9.5, 9.995, 99.9999999, 1e15, 1e16, 1e18,
                                    3.141592653589793, -2.718281828459045, 1e19, 100.0, 1e10, 0.000123456789, 1e-20, 12345678.875,
                                    4503599627370496.5, 0.3, 2.0 / 3};
    static const double others[] = {INFINITY, -INFINITY, NAN, 1e22, 1e100, 1e300, 5e-324, 1e-300, 1.7976931348623157e308};
    char text[64];
    FOR_FORMATS("fFeEgG") {
        snprintf(text, sizeof text, "<%%%s%s%s%c>", flags[f], widths[w], precisions[p], *letter);
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            if (!is_dropping_zeros(flags[f], precisions[p], *letter, values[v]))
                CHECK(format(text, values[v]), "'%s' of %g should be known", text, values[v]);
        }
        for (size_t v = 0; v < sizeof others / sizeof *others; v++)
            CHECK(format(text, others[v]) || v > 2, "'%s' of %g should be known", text, others[v]);
    }
    for (int i = 0; i < 40000; i++) {
        unsigned long bits = random_bits() >> 2 | 0x3000000000000000;
        double any, usual = (double)(long)random_bits() / pow(10.0, (double)(random_bits() % 24));
        memcpy(&any, &bits, sizeof any);
        format("%f %e %g %.3f", any, any, any, any);
        CHECK(format("%.*f", (int)(random_bits() % 12), usual), "%.20g", usual);
        CHECK(format("%.*e", (int)(random_bits() % 20), usual), "%.20g", usual);
        CHECK(format("%.*g", (int)(random_bits() % 20), usual), "%.20g", usual);
        /* Ties. */
        CHECK(format("%.*f %.*e", (int)(i % 8), i / 64.0, i % 5, i / 64.0), "%g", i / 64.0);
    }
    clear_output();
    format("%a", 1.0);
}

static void texts(void) {
    char text[64];
    static const char *const some[] = {"", "a", "hello", "a longer text than that", "\xff\x01"};
    for (size_t v = 0; v < 5; v++) {
        char *exact = exactly_text(some[v]);
        for (size_t w = 0; w < 5; w++) {
            for (size_t p = 0; p < 7; p++) {
                for (int left = 0; left < 2; left++) {
                    snprintf(text, sizeof text, "<%%%s%s%ss>", left ? "-" : "", widths[w], precisions[p]);
                    CHECK(format(text, exact), "'%s'", text);
                    snprintf(text, sizeof text, "<%%%s%sc>", left ? "-" : "", widths[w]);
                    CHECK(format(text, (int)v * 77), "'%s'", text);
                    snprintf(text, sizeof text, "<%%%s%sp>", left ? "-" : "", widths[w]);
                    CHECK(format(text, v ? exact : NULL), "'%s'", text);
                }
            }
        }
        free(exact);
    }
    /* A precision means that no terminating null is needed. (The sanitizer's own printf reads on.) */
    char *unterminated = exactly("abc", 3);
    CHECK(model_sprintf(text, "%.3s|%5.2s|%.0s", unterminated, unterminated, unterminated) == 10, "unterminated");
    CHECK(!strcmp(text, "abc|   ab|"), "'%s'", text);
    free(unterminated);
    CHECK(format("") && format("%%") && format("100%% of %d%%", 3) && format("a\nb"), "literals");
    CHECK(format("%*d|%-*d|%*d|%.*d|%.*d", 5, 1, 5, 2, -5, 3, 4, 4, -1, 5), "stars");
    CHECK(format("%*.*f|%c%c%c|%s", 10, 2, 3.14159, 'a', 0, 'b', "end"), "many");
    CHECK(format("%d %d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8, 9), "more than registers hold");
    CHECK(format("%f %d %f %s %f %f %f %f %f %f %f %f", 1., 2, 3., "4", 5., 6., 7., 8., 9., 10., 11., 12.), "both");
}

static void others(void) {
    char buffer[64];
    int count = 0;
    long long_count = 0;
    signed char short_count = 0;
    CHECK(model_sprintf(buffer, "abc%n%d%ln%hhn", &count, 42, &long_count, &short_count) == 5, "%%n");
    CHECK(count == 3 && long_count == 5 && short_count == 5, "%d %ld %d", count, long_count, short_count);
    clear_output();
    CHECK(model_printf("%d%n\n", -5, &count) == 3 && count == 2, "%d", count);
    CHECK(model_fprintf(model_stderr, "%s", "error") == 5, "fprintf");
    CHECK(model_dprintf(1, "%u", 7U) == 1 && model___printf_chk(1, "%c", 'c') == 1, "dprintf");
    __whyc_printf_void("%5.1f", 2.25);
    CHECK(!strcmp(output[1], "-5\n7c  2.2") && !strcmp(output[2], "error"), "'%s' '%s'", output[1], output[2]);
    CHECK(model___snprintf_chk(buffer, 4, 1, 64, "%d", 12345) == 5 && !strcmp(buffer, "123"), "'%s'", buffer);
    CHECK(model_snprintf(NULL, 0, "%s", "length") == 6, "length");
    char *allocated = NULL;
    CHECK(model_asprintf(&allocated, "%d-%s", 1, "two") == 5 && !strcmp(allocated, "1-two"), "'%s'", allocated);
    free(allocated);
    clear_output();
    CHECK(model_puts("hello") == 6 && model_putchar(300) == 300 - 256 && model_fputs("x", model_stderr) == 1, "puts");
    CHECK(model_fwrite("abcdef", 2, 3, model_stdout) == 3 && model_fwrite("", 0, 3, model_stdout) == 0, "fwrite");
    CHECK(!strcmp(output[1], "hello\n,abcdef"), "'%s'", output[1]);
    __whyc_errno = 2;
    clear_output();
    model_perror("file");
    model_perror("");
    CHECK(!strcmp(output[2], "file: No such file or directory\nNo such file or directory\n"), "'%s'", output[2]);
    CHECK(model_fflush(NULL) == 0, "fflush");
}

void test_printf(void) {
    integers();
    fractions();
    texts();
    others();
}
