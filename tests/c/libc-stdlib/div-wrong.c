// expect: violated
// property: division-by-zero
// line: 9
// what: div by an input.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    div_t d = div(100, __VERIFIER_nondet_int());
    return d.rem > 100;
}
