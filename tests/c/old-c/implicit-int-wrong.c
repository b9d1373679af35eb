// expect: violated
// property: assertion
// line: 10
// what: A function without a type returns an int.
#include <assert.h>

half(x) { return x / 2; }

main() {
    assert(half(5) * 2 == 5);
    return 0;
}
