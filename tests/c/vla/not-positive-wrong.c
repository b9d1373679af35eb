// expect: violated
// property: bounds
// line: 11
// what: An array must have an element.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 4)
        return 0;
    int a[n];
    return sizeof a == 0;
}
