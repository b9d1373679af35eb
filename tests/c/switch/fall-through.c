// expect: safe
// what: Falling through on purpose adds up what the later cases do.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int sum = 0;
    switch (n) {
    case 3:
        sum += 3;
    case 2:
        sum += 2;
    case 1:
        sum += 1;
    }
    assert(n > 3 ? sum == 0 : sum == n * (n + 1) / 2);
    return 0;
}
