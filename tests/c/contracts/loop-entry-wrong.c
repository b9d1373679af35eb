// expect: violated
// property: loop-invariant
// line: 14
// options: --enforce down
// native: skip (gcc cannot read contracts)
// what: The sum does not stay what it was.
void down(unsigned *n)
__CPROVER_requires(__CPROVER_is_fresh(n, sizeof *n))
__CPROVER_assigns(*n)
{
    unsigned gone = 0;
    while (*n > 0)
    __CPROVER_assigns(*n, gone)
    __CPROVER_loop_invariant(*n + gone == __CPROVER_loop_entry(*n))
    {
        (*n)--;
        gone += 2;
    }
}
