// expect: violated
// property: assertion
// line: 14
// what: An assignment where a comparison was meant.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int mode = __VERIFIER_nondet_int();
    int original = mode;
    int granted = 0;
    if (mode = 1)
        granted = 1;
    assert(!granted || original == 1);
    return 0;
}
