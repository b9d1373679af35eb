// expect: violated
// property: null-dereference
// line: 17
// what: The record that holds the number zero is asked for a pointer.
#include <assert.h>

struct value { int is_number; union { long number; const int *pointer; }; };

_Bool nondet_bool(void);

int main(void) {
    int five = 5;
    struct value a = {.is_number = 1, .number = 0}, b = {.is_number = 0, .pointer = &five};
    struct value *chosen = nondet_bool() ? &a : &b;
    int seen = 5;
    if (chosen->is_number)
        seen = *chosen->pointer;
    assert(seen == 5);
    return 0;
}
