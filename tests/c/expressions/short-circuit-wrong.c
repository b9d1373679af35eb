// expect: violated
// property: division-by-zero
// line: 11
// what: The test comes after the division it should guard.
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1 || x > 1000)
        return 0;
    if (100 / (x + 1) > 3 && x != -1)
        return 1;
    return 0;
}
