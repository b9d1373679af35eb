// expect: safe
// what: Two ways to say when a year is a leap year.
#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short year = __VERIFIER_nondet_ushort();
    int leap;
    if (year % 400 == 0)
        leap = 1;
    else if (year % 100 == 0)
        leap = 0;
    else
        leap = year % 4 == 0;
    int other = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    assert(leap == other);
    return 0;
}
