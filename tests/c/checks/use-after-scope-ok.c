// expect: safe
// what: Static and outer variables live on.
#include <assert.h>

static int *kept(void) {
    static int value = 5;
    return &value;
}

int main(void) {
    int *p = kept();
    int outer = 1;
    {
        int *q = &outer;
        *q += *p;
        p = q;
    }
    assert(*p == 6);
    return 0;
}
