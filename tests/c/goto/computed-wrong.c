// expect: violated
// property: assertion
// line: 17
// what: A wrong label.
#include <assert.h>
int nondet_int(void);
int main(void) {
    int x = nondet_int(), y;
    void *to = x ? &&one : &&two;
    goto *to;
one:
    y = 1;
    goto done;
two:
    y = 2;
done:
    assert(y == 1);
    return 0;
}
