// expect: violated
// property: overflow
// line: 11
// what: A sum of ints that does not fit.
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < 0)
        return 0;
    int b = a + 1;
    return b == 0;
}
