// expect: safe
// what: What holds of every long double.
#include <assert.h>
long double nondet_ld(void);
int main(void) {
    long double d = nondet_ld();
    assert(-(-d) == d || d != d);
    return 0;
}
