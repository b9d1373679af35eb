// expect: violated
// property: out-of-object
// line: 12
// what: Some ints are longer than four characters.
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char digits[5];
    int x = __VERIFIER_nondet_int();
    if (x <= 9999)
        sprintf(digits, "%d", x);
    return 0;
}
