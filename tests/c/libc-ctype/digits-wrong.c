// expect: violated
// property: bounds
// line: 12
// what: A hexadecimal digit is not always a decimal one.
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int count[10] = {0};
    int c = __VERIFIER_nondet_uchar();
    if (isxdigit(c))
        count[c - '0']++;
    return 0;
}
