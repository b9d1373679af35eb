// what: What should not be come to is not: nothing is suspicious about that.
#include <assert.h>
#include <stdlib.h>
extern unsigned nondet_unsigned(void);

int main(void) {
    switch (nondet_unsigned() % 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    default: assert(0);
    }
    if (nondet_unsigned() > 0xffffffffu)
        abort();
    assert(0 && "not here");
}
