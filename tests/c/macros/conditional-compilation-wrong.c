// expect: violated
// property: assertion
// line: 13
// what: Without -D the other branch is compiled.
#include <assert.h>

int main(void) {
#ifdef MODE
    int x = 20;
#else
    int x = 10;
#endif
    assert(x == 20);
    return 0;
}
