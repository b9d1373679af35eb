// expect: safe
// what: atoi and its relatives on texts of all kinds.
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    assert(atoi("42") == 42 && atoi("  -7x") == -7 && atoi("+0012") == 12);
    assert(atoi("") == 0 && atoi("x1") == 0 && atol("9000000000") == 9000000000);
    assert(atoi("2147483647") == 2147483647 && atoi("-2147483648") == -2147483647 - 1);
    char s[3] = {'1', '0' + __VERIFIER_nondet_uchar() % 10, '\0'};
    assert(atoi(s) >= 10 && atoi(s) <= 19);
    return 0;
}
