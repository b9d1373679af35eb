// expect: violated
// property: bounds
// line: 12
// native: skip (the variable is not defined)
// what: There are only so many registers.
#include <stddef.h>

extern volatile int registers[4];
size_t __VERIFIER_nondet_size_t(void);

int main(void) {
    return registers[__VERIFIER_nondet_size_t() & 7] != 0;
}
