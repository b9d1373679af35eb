// expect: violated
// property: bounds
// line: 14
// what: The lengths are swapped: a column goes beyond its row, into the next one.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 3 || m < 1 || m > 3)
        return 0;
    int a[n][m];
    for (int i = 0; i < m && i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = i + j;
    return 0;
}
