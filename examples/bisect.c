/* Bisection: given a good and a later bad release, finds the first bad one in between. */
#include <assert.h>

int nondet_int(void);

static int first_bad(int good, int bad, int broken_in) {
    while (bad - good > 1) {
        int middle = (good + bad) / 2;
        if (middle >= broken_in)
            bad = middle;
        else
            good = middle;
    }
    return bad;
}

int main(void) {
    int good = nondet_int(), bad = nondet_int(), broken_in = nondet_int();
    if (good < 0 || broken_in <= good || broken_in > bad)
        return 0;
    assert(first_bad(good, bad, broken_in) == broken_in);
    return 0;
}
