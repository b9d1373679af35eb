// expect: safe
// what: Of several records one holds a number where another one holds a pointer: which it is goes with the record.
#include <assert.h>

struct value { int is_number; union { long number; const int *pointer; }; };

_Bool nondet_bool(void);
long nondet_long(void);

int main(void) {
    int five = 5;
    struct value a = {.is_number = 1, .number = nondet_long()}, b = {.is_number = 0, .pointer = &five};
    struct value *chosen = nondet_bool() ? &a : &b;
    int seen = 5;
    if (!chosen->is_number)
        seen = *chosen->pointer;
    assert(seen == 5);
    return 0;
}
