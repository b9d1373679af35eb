// expect: violated
// property: assertion
// line: 11
// native: skip (a function has no body)
// what: For other arguments a `const` function may give another result.
#include <assert.h>

__attribute__((const)) int weight(int kind);

int main(void) {
    assert(weight(1) == weight(2));
    return 0;
}
