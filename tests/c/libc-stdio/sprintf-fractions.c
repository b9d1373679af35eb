// expect: safe
// what: Fractions in all notations.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[40];
    sprintf(s, "%.2f %g %e", 3.14159, 0.5, 12345.678);
    assert(strcmp(s, "3.14 0.5 1.234568e+04") == 0);
    sprintf(s, "%5.1f|%-6.1f|%f", 2.25, 9.99, 1.0);
    assert(strcmp(s, "  2.2|10.0  |1.000000") == 0);
    sprintf(s, "%G %g %g", 1e-10, 1e6, 123456.0);
    assert(strcmp(s, "1E-10 1e+06 123456") == 0);
    return 0;
}
