// expect: safe
// cbmc: --unwind 7
// what: Insertion sort of six bytes, with an inner loop that depends on the values.
#include <assert.h>
unsigned char nondet_uchar(void);

int main(void) {
    unsigned char a[6];
    for (int i = 0; i < 6; i++)
        a[i] = nondet_uchar();
    for (int i = 1; i < 6; i++) {
        unsigned char v = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > v) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = v;
    }
    for (int i = 0; i < 5; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
