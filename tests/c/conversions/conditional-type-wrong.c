// expect: violated
// property: assertion
// line: 13
// what: The signed arm of ?: becomes unsigned next to an unsigned one.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool pick = __VERIFIER_nondet_bool();
    unsigned int limit = 100;
    int minus = -1;
    long long result = pick ? minus : limit;
    assert(result <= 100);
    return 0;
}
