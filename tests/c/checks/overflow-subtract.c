// expect: violated
// property: overflow
// line: 9
// what: A difference that does not fit.
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int order = a - b;
    return order < 0;
}
