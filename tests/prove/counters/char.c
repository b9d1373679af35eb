// expect: safe
// what: A counter of eight bits wraps around and stays what it is.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned char c = 0;
    while (nondet_int()) c++;
    assert(c <= 255);
    assert(c + 1 > 0);
}
