// expect: safe
// what: A table of constants with its length taken by sizeof.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
    unsigned int month = __VERIFIER_nondet_uint();
    if (month >= sizeof days / sizeof days[0])
        return 0;
    assert(days[month] >= 28 && days[month] <= 31);
    int year = 0;
    for (unsigned int i = 0; i < sizeof days / sizeof days[0]; i++)
        year += days[i];
    assert(year == 365);
    return 0;
}
