// expect: safe
// what: Every input function stays within the range of its type.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
    long b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_char(), uc = __VERIFIER_nondet_uchar();
    long s = __VERIFIER_nondet_short(), us = __VERIFIER_nondet_ushort();
    long i = __VERIFIER_nondet_int(), ui = __VERIFIER_nondet_uint();
    assert(b >= 0 && b <= 1);
    assert(c >= -128 && c <= 127 && uc >= 0 && uc <= 255);
    assert(s >= -32768 && s <= 32767 && us >= 0 && us <= 65535);
    assert(i >= -2147483648l && i <= 2147483647l && ui >= 0 && ui <= 4294967295l);
    assert((__VERIFIER_nondet_long() & 1) <= 1 && __VERIFIER_nondet_ulong() >= 0);
    assert((__VERIFIER_nondet_longlong() & 1) >= 0 && (__VERIFIER_nondet_ulonglong() & 1) <= 1);
    return 0;
}
