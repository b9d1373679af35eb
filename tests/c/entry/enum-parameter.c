// expect: violated
// property: assertion
// line: 18
// options: --function cost
// what: A parameter of enumeration type need not be one of the enumerators.
#include <assert.h>

enum size { SMALL, MEDIUM, LARGE };

int cost(enum size s) {
    int c = 0;
    if (s == SMALL)
        c = 1;
    else if (s == MEDIUM)
        c = 2;
    else if (s == LARGE)
        c = 3;
    assert(c != 0);
    return c;
}
