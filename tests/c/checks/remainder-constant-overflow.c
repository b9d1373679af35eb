// expect: violated
// property: overflow
// line: 8
// what: The remainder is undefined where the quotient is.
#include <limits.h>

int main(void) {
    int x = INT_MIN % -1;
    return x;
}
