// expect: violated
// property: assertion
// line: 9
// what: A local without an initialiser holds any value.
#include <assert.h>

int main(void) {
    int number;
    assert(number == 0);
    return 0;
}
