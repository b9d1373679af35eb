// expect: violated
// property: assertion
// line: 12
// what: The rule of four hundred years forgotten.
#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short year = __VERIFIER_nondet_ushort();
    int leap = year % 4 == 0 && year % 100 != 0;
    if (year == 2000)
        assert(leap);
    return 0;
}
