// Reads a list of settings such as `a=12;b=3;`. A number that is too long is cut off one digit late.
#include <assert.h>

#define LONGEST 9
#define DIGITS 2

char nondet_char(void);

static char text[LONGEST + 1];
static int at;

static int is_digit(char c) {
    return '0' <= c && c <= '9';
}

static int number(void) {
    int value = 0;
    int n = 0;
    while (is_digit(text[at])) {
        if (n <= DIGITS)
            value = 10 * value + (text[at] - '0');
        n++;
        at++;
    }
    return n == 0 ? -1 : value;
}

static int setting(int *name, int *value) {
    if (text[at] < 'a' || text[at] > 'd')
        return 0;
    *name = text[at++] - 'a';
    if (text[at] != '=')
        return 0;
    at++;
    *value = number();
    if (*value < 0 || text[at] != ';')
        return 0;
    at++;
    return 1;
}

int main(void) {
    int values[4] = {0, 0, 0, 0};
    for (int i = 0; i < LONGEST; i++)
        text[i] = nondet_char();
    int name, value, n = 0;
    while (text[at] != '\0' && setting(&name, &value)) {
        values[name] = value;
        n++;
    }
    assert(values[0] <= 99 && values[1] <= 99 && values[2] <= 99 && values[3] <= 99);
    return n;
}
