// expect: safe
// what: Both arms of ?: are brought to their common type.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool pick = __VERIFIER_nondet_bool();
    int minus = -1;
    unsigned int zero = 0;
    long chosen = pick ? minus : zero;
    assert(chosen == 0 || chosen == 4294967295l);
    assert(sizeof(pick ? (char)1 : (short)1) == sizeof(int));
    return 0;
}
