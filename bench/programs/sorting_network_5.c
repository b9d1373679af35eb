// expect: safe
// cbmc: --unwind 11
// what: A sorting network for five values.
#include <assert.h>
short nondet_short(void);

static void exchange(short *a, short *b) {
    if (*a > *b) {
        short t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void) {
    short v[5];
    for (int i = 0; i < 5; i++)
        v[i] = nondet_short();
    static const unsigned char pairs[9][2] = {{0, 3}, {1, 4}, {0, 2}, {1, 3}, {0, 1}, {2, 4}, {1, 2}, {3, 4}, {2, 3}};
    for (int i = 0; i < 9; i++)
        exchange(&v[pairs[i][0]], &v[pairs[i][1]]);
    for (int i = 0; i < 4; i++)
        assert(v[i] <= v[i + 1]);
    return 0;
}
