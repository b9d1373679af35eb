// expect: violated
// property: overflow
// line: 12
// native: skip (gcc's sanitizer does not see it)
// what: The least int has no absolute value.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000)
        return abs(x) < 0;
    return 0;
}
