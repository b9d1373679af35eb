// expect: safe
// what: The range is tested before the addition.
#include <limits.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b > 0 ? a > INT_MAX - b : a < INT_MIN - b)
        return 0;
    int sum = a + b;
    return sum == 5;
}
