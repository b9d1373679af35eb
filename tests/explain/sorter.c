#include <assert.h>

/* Sorts three numbers; the third comparison points the wrong way. */
int main(void) {
    int a, b, c, temp;
    if (a > b) {
        temp = a;
        a = b;
        b = temp;
    }
    if (b > c) {
        temp = b;
        b = c;
        c = temp;
    }
    if (a < b) {
        temp = a;
        a = b;
        b = temp;
    }
    assert(a <= b && b <= c);
    return 0;
}
