// expect: violated
// property: assertion
// line: 15
// what: The parameters keep their order, whatever the order of their declarations.
#include <assert.h>

int difference(a, b)
int b;
int a;
{
    return a - b;
}

int main() {
    assert(difference(1, 5) == 4);
    return 0;
}
