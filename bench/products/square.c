// expect: safe
// what: A square is neither negative nor less than what is squared.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int x = nondet_int();
    if (x < -30000 || x > 30000)
        return 0;
    int square = x * x;
    assert(square >= 0);
    assert(square >= x);
    return 0;
}
