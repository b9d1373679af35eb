// expect: violated
// property: bounds
// line: 13
// what: Row and column are swapped.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 2)
        return 0;
    int m[n][3];
    for (int i = 0; i < 3; i++)
        m[i][0] = i;
    return 0;
}
