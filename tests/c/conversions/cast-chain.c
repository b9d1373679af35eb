// expect: safe
// what: A chain of casts applies from the inside out.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned int a = (unsigned int)(signed char)x;
    unsigned int b = (unsigned int)(unsigned char)x;
    assert((a & 0xff) == b);
    assert(a == b || a == (b | 0xffffff00u));
    assert((long)(unsigned int)-1 == 4294967295l);
    assert((unsigned long)(int)-1 == 18446744073709551615ul);
    return 0;
}
