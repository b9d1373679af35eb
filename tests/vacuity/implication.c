// vacuity: antecedent 11
// what: A flag that nothing ever sets: what should follow from it is never asked for.
#include <assert.h>
#include <stdbool.h>
extern unsigned char nondet_uchar(void);

int main(void) {
    unsigned char load = nondet_uchar();
    bool overloaded = load > 300;
    int fan = load > 100 ? 3 : 1;
    assert(!overloaded || fan == 3);
    return 0;
}
