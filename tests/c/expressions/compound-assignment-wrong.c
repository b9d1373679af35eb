// expect: violated
// property: assertion
// line: 10
// what: The right side of *= is taken as a whole.
#include <assert.h>

int main(void) {
    int price = 100;
    price *= 2 + 3;
    assert(price == 100 * 2 + 3);
    return 0;
}
