// expect: unknown
// native: skip (gcc cannot read contracts)
// what: An invariant that stands where no clause of a loop is read is not passed over.
unsigned nondet_uint(void);

int main(void) {
    unsigned n = nondet_uint(), i = 0;
    do
    __CPROVER_loop_invariant(i <= n)
    {
        i++;
    } while (i < n);
    return 0;
}
