// expect: violated
// property: assertion
// line: 14
// what: An assertion made by the user's own macro.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#define IN_RANGE(x, low, high) assert((x) >= (low) && (x) <= (high))

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        x = 0;
    IN_RANGE(x, 0, 100);
    return 0;
}
