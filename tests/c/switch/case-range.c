// expect: safe
// what: The GNU range of case values.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    int kind = 0;
    switch (c) {
    case '0' ... '9':
        kind = 1;
        break;
    case 'a' ... 'z':
    case 'A' ... 'Z':
        kind = 2;
        break;
    }
    assert((kind == 1) == (c >= 48 && c <= 57));
    assert(kind != 2 || (c >= 65 && c <= 122));
    return 0;
}
