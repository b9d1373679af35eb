// expect: violated
// property: assertion
// line: 14
// what: A do loop runs its body once even if there is nothing to do.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char todo = __VERIFIER_nondet_uchar() % 4;
    int left = todo;
    do {
        left--;
    } while (left > 0);
    assert(left == 0);
    return 0;
}
