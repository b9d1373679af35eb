// expect: safe
// what: Two nested loops with a bound that depends on the outer one.
#include <assert.h>

int main(void) {
    int pairs = 0;
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++)
            pairs++;
    assert(pairs == 10);
    return 0;
}
