// expect: violated
// property: assertion
// line: 10
// what: Without parentheses a comma ends the assignment.
#include <assert.h>

int main(void) {
    int a;
    a = 1, 5;
    assert(a == 5);
    return 0;
}
