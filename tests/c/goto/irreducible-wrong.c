// expect: violated
// property: assertion
// line: 18
// what: Which of two entries was taken shows in the counts.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, b = 0;
    if (__VERIFIER_nondet_bool())
        goto right;
left:
    a++;
right:
    b++;
    if (b < 3)
        goto left;
    assert(a == b);
    return 0;
}
