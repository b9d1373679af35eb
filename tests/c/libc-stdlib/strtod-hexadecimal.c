// expect: safe
// what: Hexadecimal fractions: digits, a point, a power of two; `0x` alone is a zero with an `x` behind it.
#include <assert.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);

static double whole(const char *text) {
    char *end;
    double value = strtod(text, &end);
    assert(*end == '\0');
    return value;
}

int main(void) {
    assert(whole("0x10") == 16.0);
    assert(whole("-0X.8p1") == -1.0);
    assert(whole("0x1.8p-3") == 0.1875);
    assert(whole(" +0xA.bP+4") == 171.0);
    assert(whole("0x0p9999") == 0.0);
    char *end;
    assert(strtod("0x", &end) == 0.0 && *end == 'x');
    assert(strtod("0x.", &end) == 0.0 && *end == 'x');
    assert(strtod("0x1p", &end) == 1.0 && *end == 'p');
    char s[3] = {'0', __VERIFIER_nondet_char(), '\0'};
    double value = strtod(s, &end);
    assert(value >= 0.0 && value <= 9.0 && end != s);
}
