// expect: safe
// what: Labels as values, in a table.
#include <assert.h>
int nondet_int(void);
int main(void) {
    static void *table[] = { &&zero, &&one, &&two };
    int x = nondet_int(), y = -1;
    if (x < 0 || x > 2)
        return 0;
    goto *table[x];
zero:
    y = 0;
    goto done;
one:
    y = 1;
    goto done;
two:
    y = 2;
done:
    assert(y == x);
    return 0;
}
