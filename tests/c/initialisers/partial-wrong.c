// expect: violated
// property: assertion
// line: 12
// what: Only the first element gets the value.
#include <assert.h>

int main(void) {
    int a[4] = {-1};
    int all = 1;
    for (int i = 0; i < 4; i++)
        all &= a[i] == -1;
    assert(all);
    return 0;
}
