// Sorts three values, or tries to: the last comparison is the wrong way round.
#include <assert.h>

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
