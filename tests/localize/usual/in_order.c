// what: Two commands stand in the table in the wrong order.
// fault: 27
// fix: add, subtract, multiply,
#include <assert.h>
int nondet_int(void);

enum command { ADD, SUBTRACT, MULTIPLY, COMMANDS };

static int add(int a, int b)
{
    return a + b;
}

static int subtract(int a, int b)
{
    return a - b;
}

static int multiply(int a, int b)
{
    return a * b;
}

static int compute(enum command what, int a, int b)
{
    static int (*const table[COMMANDS])(int, int) = {
        add, multiply, subtract,
    };
    return table[what](a, b);
}

int main(void)
{
    int what = nondet_int(), a = nondet_int(), b = nondet_int();

    if (what < 0 || what >= COMMANDS || a < 0 || a > 9 || b < 0 || b > 9)
        return 0;
    int expected = a + b;
    if (what == SUBTRACT)
        expected = a - b;
    if (what == MULTIPLY) {
        expected = 0;
        for (int i = 0; i < b; i++)
            expected += a;
    }
    assert(compute(what, a, b) == expected);
    return 0;
}
