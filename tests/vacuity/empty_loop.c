// vacuity: not-entered 10
// vacuity: unreached 11
// what: A loop that counts from the end upwards.
#include <assert.h>
extern int nondet_int(void);

int main(void) {
    int table[4] = {1, 2, 3, 4};
    int sum = 0;
    for (int i = 4; i < 4; i++) {
        assert(table[i] > 0);
        sum += table[i];
    }
    return sum;
}
