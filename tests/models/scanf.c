/* The scanf family on known texts: what is assigned, how much is consumed, what is returned. */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

MODEL(vsscanf);
MODEL(vfscanf);
MODEL(vscanf);
MODEL(fgetc);
MODEL(feof);
MODEL(ungetc);
int model___isoc99_vsscanf(const char *text, const char *format, va_list args);

static int sscanf_native(const char *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int result = vsscanf(text, format, args);
    va_end(args);
    return result;
}

static int sscanf_model(const char *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int result = model_vsscanf(text, format, args);
    va_end(args);
    return result;
}

static int fscanf_native(FILE *stream, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int result = vfscanf(stream, format, args);
    va_end(args);
    return result;
}

static int scanf_model(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int result = model_vscanf(format, args);
    va_end(args);
    return result;
}

/* Whatever is assigned, its bytes are compared. */
typedef char place[64];

static void one(const char *literal, const char *format) {
    place mine[4], theirs[4];
    char *text = exactly_text(literal);
    memset(mine, 7, sizeof mine);
    memset(theirs, 7, sizeof theirs);
    unsupported = 0;
    __whyc_errno = errno = 0;
    int result = sscanf_model(text, format, mine[0], mine[1], mine[2], mine[3]);
    if (!unsupported) {
        int native = sscanf_native(text, format, theirs[0], theirs[1], theirs[2], theirs[3]);
        CHECK(result == native, "'%s' as '%s': %d, not %d", text, format, result, native);
        CHECK(!memcmp(mine, theirs, sizeof mine), "'%s' as '%s'", text, format);
        /* At the end of the text glibc takes back what an earlier conversion said. */
        if (*format == '%' && !strpbrk(format + 1, "% a,:()"))
            CHECK(__whyc_errno == errno, "'%s' as '%s': errno %d, not %d", text, format, __whyc_errno, errno);
    }
    free(text);
    size_t size = strlen(literal);
    if (size == 0 || unsupported)
        return;

    /* The same from a stream: what follows shows how much was consumed. */
    FILE *stream = fmemopen((char *)literal, size, "r");
    give_stdin(literal, size);
    memset(mine, 7, sizeof mine);
    memset(theirs, 7, sizeof theirs);
    int native = fscanf_native(stream, format, theirs[0], theirs[1], theirs[2], theirs[3]);
    result = scanf_model(format, mine[0], mine[1], mine[2], mine[3]);
    CHECK(result == native, "'%s' as '%s': %d, not %d", literal, format, result, native);
    CHECK(!memcmp(mine, theirs, sizeof mine), "'%s' as '%s'", literal, format);
    CHECK(!model_feof(model_stdin) == !feof(stream), "'%s' as '%s': the end", literal, format);
    int c, other;
    do {
        c = model_fgetc(model_stdin);
        other = fgetc(stream);
        CHECK(c == other, "'%s' as '%s' is followed by %d, not %d", literal, format, c, other);
    } while (other != EOF);
    fclose(stream);
}

static const char *const formats[] = {
    "%d", "%i", "%u", "%x", "%o", "%X", "%ld", "%lld", "%hd", "%hhd", "%hu", "%hhu", "%lu", "%zu", "%jd", "%li", "%lx",
    "%1d", "%2d", "%3d", "%2i", "%3i", "%4i", "%1x", "%2x", "%3x", "%2u", "%*d%d", "%d%d", "%d %d", "%d,%d", "%d%c", "%c%d",
    "%d%n", "%n%d%n", "%*d%n", "%%%d", "%d%%", " %d", "%d ", "a%d", "%da", "%s", "%3s", "%s%s", "%*s%s", "%s%d", "%c", "%3c",
    "%5c", "%*c%c", " %c", "%c%c%c", "%[a-c]", "%[^,]", "%[^\n]", "%[]x]", "%[^]x]", "%2[0-9]", "%*[0-9]%s", "%[0-9]%[a-z]",
    "%[-a]", "%[a-]", "%[+-]%d", "%[a-c-e]", "%[c-a]", "%[^c-a]", "%[--0]", "%[]-a]", "%[a-c0-9]", "%[^a-c0-9]", "%s %[^\n]%n", "%d:%d:%d", "(%d)", "x", " ", "", "%f", "%lf", "%lg", "%le", "%3lf", "%4lf",
    "%2lf%lf", "%*lf%d", "%lf%s", "%lf%n", "%lf,%lf", "%5s%n", "%hhx%hhx", "%0d",
};

static const char *const texts[] = {
    "", " ", "\n", "0", "1", "-1", "+1", "42", " 42", "42 ", "\t\n 42 43", "1,2", "1 , 2", "1, 2", "-", "+", "--1", "-x", "- 1",
    "0x", "0x1f", "0xg", "-0x1", "0X", "0x 1", "08", "010", "0", "00", "1x", "x1", "abc", "abc def", "a1", "%5", " % 5", "5%",
    "2147483647", "2147483648", "-2147483649", "4294967296", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "99999999999999999999999",
    "-18446744073709551615", "ffffffffffffffff", "fffffffffffffffff", "300", "-129", "70000", "1:2:3", "1:2", "(5)", "( 5)",
    ",x", "]x]", "-a-", "12abc", "abc12", "\n\nab", "a\nb", "1.5", "-.5", ".", "1.", "-", "1e", "1e5", "1e+", "1E-2x", "1.5.5",
    "e5", ".e5", "1.5,2.5", "inf", "infi", "infinity", "-inf", "nan", "na", "in", "infx", "1e5 x", "3.14159 2", "0.1", "123.456",
    "0e5", "1e-", "+.", "+", "+5.e1", "0b11", "9999", "-999", "-9 9", "a b c d", "xyz", "\xe4\xff", "1\v2", "abcde-", "-.0", "cba-", "b", "]^_a", "c-a",
};

static void unknown(void) {
    int number = 0, other = 0;
    char text[8];
    /* end of input?, something else than a number?, value, end of input? */
    const long numbers[] = {0, 0, 42, 1};
    unknown_stdin();
    set_inputs(numbers, 4);
    CHECK(scanf_model("%d %d", &number, &other) == 1 && number == 42 && model_feof(model_stdin), "%d", number);
    CHECK(scanf_model("%d", &number) == EOF, "the end stays");
    const long word[] = {'a', 'b', ' ', 0, 0, -7};
    unknown_stdin();
    set_inputs(word, 6);
    CHECK(scanf_model("%7s%d", text, &number) == 2 && !strcmp(text, "ab") && number == -7, "'%s' %d", text, number);
    const long line[] = {'\n'};
    unknown_stdin();
    set_inputs(line, 1);
    CHECK(scanf_model("%7[^\n]", text) == 0 && model_fgetc(model_stdin) == '\n', "an empty line does not match");
    const long narrow[] = {0, 0, -9, ',', 0, 0, 99};
    unknown_stdin();
    set_inputs(narrow, 7);
    CHECK(scanf_model("%2d,%2d", &number, &other) == 2 && number == -9 && other == 99, "%d %d", number, other);
    const long none[] = {0, 1, 'x'};
    unknown_stdin();
    set_inputs(none, 3);
    number = 3;
    CHECK(scanf_model("%d", &number) == 0 && number == 3, "%d", number);
    CHECK(scanf_model("%d", &number) == 0 && model_fgetc(model_stdin) == 'x', "what is no number stays");
    const long elsewhere[] = {0, 0, 5, ';'};
    unknown_stdin();
    set_inputs(elsewhere, 4);
    CHECK(scanf_model("%d,%d", &number, &other) == 1 && number == 5, "another character than the format has");
}

static void random_texts(void) {
    static const char letters[] = "0123456789 -+x,.eEabc\n:0000";
    char text[16];
    for (int i = 0; i < 3000; i++) {
        size_t size = random_bits() % 9;
        for (size_t at = 0; at < size; at++)
            text[at] = letters[random_bits() % (sizeof letters - 1)];
        text[size] = 0;
        for (int k = 0; k < 6; k++)
            one(text, formats[random_bits() % (sizeof formats / sizeof *formats)]);
    }
}

void test_scanf(void) {
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
            one(texts[t], formats[f]);
    }
    random_texts();
    /* What was pushed back is read first, and counted by %n. */
    int number = 0, count = 0;
    give_stdin("23", 2);
    model_ungetc('1', model_stdin);
    CHECK(scanf_model("%d%n", &number, &count) == 1 && number == 123 && count == 3, "%d %d", number, count);
    unknown();
}
