// expect: safe
// what: The primes below a thousand, concrete.
#include <assert.h>

int main(void) {
    static unsigned char composite[1000];
    int primes = 0;
    for (int i = 2; i < 1000; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = 2 * i; j < 1000; j += i)
            composite[j] = 1;
    }
    assert(primes == 168);
    return 0;
}
