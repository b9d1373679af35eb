// expect: safe
// what: Every case ends with break and a default catches the rest.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int day = __VERIFIER_nondet_int();
    int weekend = -1;
    switch (day) {
    case 6:
        weekend = 1;
        break;
    case 7:
        weekend = 1;
        break;
    default:
        weekend = 0;
        break;
    }
    assert(weekend == (day == 6 || day == 7));
    return 0;
}
