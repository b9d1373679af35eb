// expect: safe
// what: A cast to a union gives the member of that type.
#include <assert.h>
union u { int i; double d; };
static double half(union u u) { return u.d / 2; }
int main(void) {
    union u u = (union u)5;
    assert(u.i == 5);
    assert(half((union u)3.0) == 1.5);
    return 0;
}
