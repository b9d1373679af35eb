// expect: safe
// what: A counter that every outer round sets back.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int k = 0;
    while (nondet_int()) {
        k = 0;
        while (nondet_int() && k < 20) k++;
    }
    assert(k <= 20);
}
