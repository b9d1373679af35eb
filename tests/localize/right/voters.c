/* Two of three sensors decide; a tie is an error. */
#include <assert.h>
int nondet_int(void);
static int vote(int a, int b, int c, int *value) {
    if (a == b || a == c)
        *value = a;
    else if (b == c)
        *value = b;
    else
        return 0;
    return 1;
}
int main(void) {
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    int value = 0;
    if (vote(a, b, c, &value))
        assert((value == a) + (value == b) + (value == c) >= 2);
    return 0;
}
