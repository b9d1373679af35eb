// expect: safe
// cbmc: --unwind 101
// what: The maximum of 100 symbolic bytes.
#include <assert.h>
unsigned char nondet_uchar(void);

#define N 100

int main(void) {
    unsigned char a[N], max = 0;
    for (int i = 0; i < N; i++) {
        a[i] = nondet_uchar();
        if (a[i] > max)
            max = a[i];
    }
    assert(max >= a[0] && max >= a[N / 2] && max >= a[N - 1]);
    return 0;
}
