// expect: violated
// property: bounds
// line: 11
// what: A read one past the end.
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned int i = __VERIFIER_nondet_uint();
    if (i <= 4)
        return a[i];
    return 0;
}
