// expect: violated
// property: overflow
// line: 11
// what: 64 bits overflow as well.
long __VERIFIER_nondet_long(void);

int main(void) {
    long a = __VERIFIER_nondet_long();
    if (a < 4000000000000000000l || a > 5000000000000000000l)
        return 0;
    long twice = a + a;
    return twice == 0;
}
