// expect: safe
// what: Three loops in each other.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int n = nondet_int(), c = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++) {
                assert(k >= i);
                c = 1 - c;
            }
    assert(c == 0 || c == 1);
}
