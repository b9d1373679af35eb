// what: a bubble sort that never comes to the last pair; `sorted` says what is right and is only asked in the assertion
// fault: 16
#include <assert.h>
int nondet_int(void);
static int sorted(const int *a, int n) {
    for (int i = 1; i < n; i++)
        if (a[i - 1] > a[i])
            return 0;
    return 1;
}
int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = nondet_int();
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 1; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    assert(sorted(a, 3));
    return 0;
}
