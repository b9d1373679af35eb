// expect: safe
// what: A stack that never runs over nor under.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int stack[16], top;
int main(void) {
    while (1) {
        if (nondet_int()) { if (top < 16) stack[top++] = nondet_int(); }
        else if (top > 0) stack[--top] = 0;
        assert(top >= 0 && top <= 16);
    }
}
