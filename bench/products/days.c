// expect: safe
// what: Minutes are told in days, hours and minutes and back.
#include <assert.h>
unsigned nondet_uint(void);

int main(void) {
    unsigned all = nondet_uint();
    if (all > 1000000)
        return 0;
    unsigned days = all / 1440, hours = all % 1440 / 60, minutes = all % 60;
    assert(hours < 24 && minutes < 60);
    assert(days * 1440 <= all);
    return 0;
}
