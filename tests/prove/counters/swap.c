// expect: safe
// what: What is swapped over and over is still the same two numbers.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int a = 3, b = 4;
    while (nondet_int()) { int t = a; a = b; b = t; }
    assert(a + b == 7);
}
