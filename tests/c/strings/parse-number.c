// expect: safe
// what: Decimal digits to a number.
#include <assert.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char s[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    int value = 0, i = 0;
    while (s[i] >= '0' && s[i] <= '9') {
        value = value * 10 + (s[i] - '0');
        i++;
    }
    assert(i <= 3);
    assert(value >= 0 && value <= 999);
    return 0;
}
