// expect: violated
// property: assertion
// line: 9
// what: And not another one.
#include <assert.h>
union u { int i; float f; };
int main(void) {
    union u u = (union u)1;
    assert(u.f == 1.0f);
    return 0;
}
