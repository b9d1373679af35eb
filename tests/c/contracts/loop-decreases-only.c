// expect: violated
// property: decreases
// line: 11
// native: skip (gcc cannot read contracts)
// what: What should decrease grows, though no invariant is stated.
unsigned nondet_uint(void);

int main(void) {
    unsigned n = nondet_uint(), i = 0;
    while (i < n)
    __CPROVER_decreases(i)
    {
        i++;
    }
    return 0;
}
