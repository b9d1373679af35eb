// expect: violated
// property: assertion
// line: 9
// what: A float constant is not the double that it is written like.
#include <assert.h>

int main(void) {
    float f = 0.1;
    assert(f == 0.1);
    return 0;
}
