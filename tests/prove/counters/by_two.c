// expect: safe
// what: An even number stays even.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned x = 0;
    while (nondet_int()) x += 2;
    assert(x % 2 == 0);
}
