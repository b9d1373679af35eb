// expect: safe
// native: skip (gcc cannot read contracts)
// what: What decreases is all that is stated of the loop, and enough for what comes after it.
unsigned nondet_uint(void);

int main(void) {
    unsigned n = nondet_uint(), i = 0;
    while (i < n)
    __CPROVER_decreases(n - i)
    {
        i++;
    }
    __CPROVER_assert(i >= n, "the loop has ended");
    return 0;
}
