// expect: safe
// what: Whether a pointer is null shows in its bytes, and pointers with the same bytes are the same.
#include <assert.h>
#include <stdint.h>
#include <string.h>
int x;
int main(void) {
    union { uintptr_t number; int *pointer; } a, b;
    a.pointer = 0;
    assert(a.number == 0);
    a.pointer = &x;
    assert(a.number && a.number != 0);
    b.number = a.number;
    assert(a.number == b.number && b.pointer == &x);
    struct { int *p; int n; } s;
    memset(&s, 0, sizeof s);
    assert(!s.p);
    return 0;
}
