// expect: violated
// property: bounds
// line: 12
// what: The stack runs under.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int stack[16], top;
int main(void) {
    while (1) {
        if (nondet_int()) { if (top < 16) stack[top++] = nondet_int(); }
        else if (top >= 0) stack[--top] = 0;
    }
}
