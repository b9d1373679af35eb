// expect: safe
// what: Steps of four from one never come to a multiple of four.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned x = 1;
    while (nondet_int()) x += 4;
    assert(x % 4 == 1);
}
