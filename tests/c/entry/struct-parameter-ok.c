// expect: safe
// options: --function area
// what: A struct parameter whose members are tested.
#include <assert.h>

struct rect { short width, height; };

int area(struct rect r) {
    if (r.width < 0 || r.height < 0 || r.width > 1000 || r.height > 1000)
        return 0;
    int a = r.width * r.height;
    assert(a <= 1000000);
    return a;
}
