// expect: safe
// what: const on the way is no const object; const objects are initialised.
#include <assert.h>

static void set(const int *where, int value) {
    *(int *)where = value;
}

int main(void) {
    int own = 0;
    set(&own, 5);
    const int once = own;
    const struct pair { int a, b; } both = {once, 2};
    const int *p = &both.a;
    assert(*p == 5 && both.b == 2);
    return 0;
}
