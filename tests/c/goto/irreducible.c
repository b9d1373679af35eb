// expect: safe
// what: Two loops that enter each other.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 0, b = 0;
    if (__VERIFIER_nondet_bool())
        goto right;
left:
    a++;
    if (a >= 3)
        goto end;
right:
    b++;
    if (b < 3)
        goto left;
end:
    assert(a <= 3 && b <= 3);
    assert(a == 3 || b == 3);
    return 0;
}
