// what: half of a condition is lacking; only the assertions tell which
// fault: 7
#include <assert.h>
int nondet_int(void);
int f(int a, int ready) {
    int r = 0;
    if (a > 3)
        r = 1;
    if (ready && a > 20)
        r = 2;
    return r;
}
int main(void) {
    int a = nondet_int(), ready = nondet_int();
    int r = f(a, ready);
    if (!ready)
        assert(r == 0);
    else
        assert(r == (a > 20 ? 2 : a > 3 ? 1 : 0));
    return 0;
}
