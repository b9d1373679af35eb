// expect: safe
// options: --enforce down
// native: skip (gcc cannot read contracts)
// what: What something was before the loop.
void down(unsigned *n)
__CPROVER_requires(__CPROVER_is_fresh(n, sizeof *n))
__CPROVER_assigns(*n)
__CPROVER_ensures(*n == 0)
{
    unsigned gone = 0;
    while (*n > 0)
    __CPROVER_assigns(*n, gone)
    __CPROVER_loop_invariant(*n + gone == __CPROVER_loop_entry(*n))
    __CPROVER_decreases(*n)
    {
        (*n)--;
        gone++;
    }
}
