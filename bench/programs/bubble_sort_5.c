// expect: safe
// cbmc: --unwind 6
// what: Bubble sort of five values.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int a[5];
    for (int i = 0; i < 5; i++)
        a[i] = nondet_int();
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i < 4; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
