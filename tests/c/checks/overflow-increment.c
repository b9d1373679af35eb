// expect: violated
// property: overflow
// line: 9
// what: Counting up without a limit.
int __VERIFIER_nondet_int(void);

int main(void) {
    int attempts = __VERIFIER_nondet_int();
    attempts++;
    return attempts == 0;
}
