// expect: violated
// property: assertion
// line: 21
// what: A jump to the wrong clean-up label releases too little.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int held = 0;
    held++;
    if (a < 0)
        goto release_first;
    held++;
    if (b < 0)
        goto release_first;
    held--;
release_first:
    held--;
    assert(held == 0);
    return 0;
}
