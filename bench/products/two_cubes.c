// expect: violated
// what: A number that is the sum of two cubes in two ways.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int x = nondet_int(), y = nondet_int();
    if (x < 1 || y < 1 || x > 500 || y > 500 || x > y)
        return 0;
    int sum = x * x * x + y * y * y;
    assert(sum != 1729 || x == 1);
    return 0;
}
