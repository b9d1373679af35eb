/* Reads a number with a sign from a text. */
#include <assert.h>

int nondet_int(void);

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* How many characters were read; 0 if there is no number. */
static int parse(const char *text, int *value) {
    int at = 0;
    int sign = 1;
    if (text[at] == '-') {
        sign = -1;
        at++;
    }
    if (!is_digit(text[at]))
        return 0;
    int number = 0;
    while (is_digit(text[at])) {
        number = number * 10 + (text[at] - '0');
        at++;
    }
    *value = sign * number;
    return at;
}

int main(void) {
    char text[6];
    int n = 0;
    int tens = nondet_int(), ones = nondet_int(), minus = nondet_int() > 0;
    if (tens < 0 || tens > 9 || ones < 0 || ones > 9)
        return 0;
    if (minus)
        text[n++] = '-';
    if (tens > 0)
        text[n++] = (char)('0' + tens);
    text[n++] = (char)('0' + ones);
    text[n] = '\0';
    int value = 12345;
    int used = parse(text, &value);
    assert(used == n);
    assert(value == (minus ? -(10 * tens + ones) : 10 * tens + ones));
    assert(parse("-", &value) == 0);
    assert(parse("x1", &value) == 0);
    return 0;
}
