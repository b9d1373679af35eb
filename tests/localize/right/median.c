/* The median of three readings. */
#include <assert.h>
int nondet_int(void);
static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
static int median(int a, int b, int c) {
    if (a > b) swap(&a, &b);
    if (b > c) swap(&b, &c);
    if (a > b) swap(&a, &b);
    return b;
}
int main(void) {
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    int m = median(a, b, c);
    assert((a <= m) + (b <= m) + (c <= m) >= 2);
    assert((a >= m) + (b >= m) + (c >= m) >= 2);
    return 0;
}
