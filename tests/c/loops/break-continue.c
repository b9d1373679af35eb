// expect: safe
// what: continue goes to the step of a for loop, break past it.
#include <assert.h>

int main(void) {
    int odd = 0, i;
    for (i = 0; i < 100; i++) {
        if (i % 2 == 0)
            continue;
        if (i > 8)
            break;
        odd++;
    }
    assert(odd == 4);
    assert(i == 9);
    int k = 5, rounds = 0;
    do {
        rounds++;
        if (k == 3)
            continue;
    } while (--k > 0);
    assert(rounds == 5 && k == 0);
    return 0;
}
