// expect: violated
// property: assertion
// line: 15
// options: --function area
// what: A struct parameter: every member is an input.
#include <assert.h>

struct rect { short width, height; };

int area(struct rect r) {
    if (r.width < 0 || r.height < 0)
        return 0;
    int a = r.width * r.height;
    assert(a == 0 || a >= r.width + r.height - 1);
    assert(a < 1000000);
    return a;
}
