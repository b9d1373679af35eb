// expect: violated
// property: bounds
// line: 13
// what: The loop leaves an array whose length is an input.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    int a[n];
    for (int i = n; i >= 0; i--)
        a[i] = i;
    return 0;
}
