// what: a check of frames that sums up from the wrong byte; the harness only makes frames up
// fault: 15
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

/* A packet: start 0x7E, length, data, sum of the data. */
static int check(const unsigned char *p, int n) {
    if (n < 3 || p[0] != 0x7E)
        return 0;
    int len = p[1];
    if (len != n - 3)
        return 0;
    unsigned char sum = 0;
    for (int i = 0; i < len; i++)
        sum = (unsigned char)(sum + p[1 + i]);
    return sum == p[n - 1];
}

int main(void) {
    unsigned char p[6];
    int n = __VERIFIER_nondet_int();
    if (n < 3 || n > 6)
        return 0;
    int total = 0;
    p[0] = 0x7E;
    p[1] = (unsigned char)(n - 3);
    for (int i = 0; i < n - 3; i++) {
        int d = __VERIFIER_nondet_int();
        if (d < 0 || d > 255)
            return 0;
        p[2 + i] = (unsigned char)d;
        total += d;
    }
    p[n - 1] = (unsigned char)total;
    assert(check(p, n));
    return 0;
}
