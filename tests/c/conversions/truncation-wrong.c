// expect: violated
// property: assertion
// line: 13
// what: Stored in a short, a large count loses its high bits.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 70000)
        return 0;
    short stored = (short)count;
    assert(stored >= 0);
    return 0;
}
