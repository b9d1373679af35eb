// expect: violated
// property: assertion
// line: 25
// cbmc: --unwind 12
// what: A sorting network for six values with one exchange missing.
#include <assert.h>
unsigned char nondet_uchar(void);

static void exchange(unsigned char *a, unsigned char *b) {
    if (*a > *b) {
        unsigned char t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void) {
    unsigned char v[6];
    for (int i = 0; i < 6; i++)
        v[i] = nondet_uchar();
    static const unsigned char pairs[11][2] = {{0, 5}, {1, 3}, {2, 4}, {1, 2}, {3, 4}, {0, 3}, {2, 5}, {0, 1}, {2, 3}, {4, 5}, {1, 2}};
    for (int i = 0; i < 10; i++)
        exchange(&v[pairs[i][0]], &v[pairs[i][1]]);
    for (int i = 0; i < 5; i++)
        assert(v[i] <= v[i + 1]);
    return 0;
}
