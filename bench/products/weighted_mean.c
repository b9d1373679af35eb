// expect: safe
// what: The weighted mean of marks is a mark.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int weights = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int weight = nondet_int(), mark = nondet_int();
        if (weight < 1 || weight > 20 || mark < 0 || mark > 100)
            return 0;
        weights += weight;
        sum += weight * mark;
    }
    int mean = sum / weights;
    assert(mean >= 0 && mean <= 100);
    return 0;
}
