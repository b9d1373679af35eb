// expect: violated
// property: division-by-zero
// line: 12
// what: A mean over nothing.
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uchar() & 3;
    unsigned int sum = 0;
    for (unsigned int i = 0; i < n; i++)
        sum += i;
    return sum / n;
}
