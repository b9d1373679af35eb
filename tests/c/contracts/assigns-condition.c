// expect: safe
// options: --enforce set
// native: skip (gcc cannot read contracts)
// what: A target that counts under a condition.
void set(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(q == 0 || __CPROVER_is_fresh(q, sizeof *q))
__CPROVER_assigns(*p; q != 0: *q)
{
    *p = 1;
    if (q)
        *q = 2;
}
