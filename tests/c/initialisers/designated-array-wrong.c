// expect: violated
// property: assertion
// line: 12
// what: A later designator goes back and counting continues from the new place.
#include <assert.h>

int main(void) {
    int a[6] = {[3] = 3, 4, [1] = 1, 2};
    int sum = 0;
    for (int i = 0; i < 6; i++)
        sum += a[i] * i;
    assert(sum == 1 + 9 + 16 + 25);
    return 0;
}
