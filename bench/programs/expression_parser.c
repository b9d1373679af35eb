// expect: safe
// cbmc: --unwind 8
// what: A recursive-descent parser for sums of digits in parentheses, on five symbolic characters.
#include <assert.h>
char nondet_char(void);

static char text[6];
static int at;
static int failed;

static int sum(int depth);

static int factor(int depth) {
    if (text[at] >= '0' && text[at] <= '9')
        return text[at++] - '0';
    if (text[at] == '(' && depth > 0) {
        at++;
        int value = sum(depth - 1);
        if (text[at] == ')')
            at++;
        else
            failed = 1;
        return value;
    }
    failed = 1;
    return 0;
}

static int sum(int depth) {
    int value = factor(depth);
    while (text[at] == '+' && !failed) {
        at++;
        value += factor(depth);
    }
    return value;
}

int main(void) {
    for (int i = 0; i < 5; i++)
        text[i] = nondet_char();
    int value = sum(2);
    assert(at <= 5);
    assert(failed || text[at] != 0 || (value >= 0 && value <= 27));
    return 0;
}
