/* Adds up odd numbers. */
#include <assert.h>

int nondet_int(void);

int main(void) {
    unsigned n = 0, sum = 0;
    while (nondet_int() != 0) {
        sum += 2 * n + 1;
        n++;
    }
    assert(sum == n * n);
    return 0;
}
