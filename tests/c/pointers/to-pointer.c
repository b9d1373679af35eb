// expect: safe
// what: A pointer changed through a pointer to it.
#include <assert.h>

static void advance(int **cursor) { (*cursor)++; }

int main(void) {
    int a[3] = {4, 5, 6};
    int *p = a;
    advance(&p);
    assert(*p == 5);
    int **pp = &p;
    **pp = 50;
    *pp += 1;
    assert(a[1] == 50 && *p == 6);
    return 0;
}
