// expect: safe
// what: Sorting by pointers leaves the values where they are.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(), z = __VERIFIER_nondet_uchar();
    unsigned char *p[3] = {&x, &y, &z};
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 2; i++)
            if (*p[i] > *p[i + 1]) {
                unsigned char *t = p[i];
                p[i] = p[i + 1];
                p[i + 1] = t;
            }
    assert(*p[0] <= *p[1] && *p[1] <= *p[2]);
    assert(*p[0] + *p[1] + *p[2] == x + y + z);
    return 0;
}
