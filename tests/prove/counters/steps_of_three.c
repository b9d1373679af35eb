// expect: safe
// what: Steps of three reach a multiple of three.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int i = 0;
    while (i < 30000) i += 3;
    assert(i == 30000);
}
