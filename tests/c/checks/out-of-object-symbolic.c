// expect: violated
// property: out-of-object
// line: 8
// what: An offset that is an input, one too large.
unsigned int __VERIFIER_nondet_uint(void);

static int get(const int *a, unsigned int i) {
    return a[i];
}

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned int i = __VERIFIER_nondet_uint() % 5;
    return get(a, i);
}
