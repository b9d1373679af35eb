// what: An ordinary program: every assertion is come to and every part of it matters.
#include <assert.h>
extern int nondet_int(void);

int main(void) {
    int a = nondet_int(), b = nondet_int();
    __CPROVER_assume(a > -1000 && a < 1000 && b > -1000 && b < 1000);
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    assert(low <= high);
    assert(low == a || low == b);
    assert(!(a == b) || low == high);
    for (int i = low; i < high && i < low + 3; i++)
        assert(i >= low && i < high);
    return 0;
}
