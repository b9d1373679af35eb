// expect: safe
// options: --enforce clear
// native: skip (gcc cannot read contracts)
// what: Quantified clauses in macros.
typedef unsigned long size_t;
#define all(k, low, high, p) __CPROVER_forall { size_t k; ((low) <= k && k < (high)) ==> (p) }
#define contract(x) x

void clear(int *a, int v)
contract(
    __CPROVER_requires(__CPROVER_is_fresh(a, 8 * sizeof *a))
    __CPROVER_assigns(__CPROVER_object_upto(a, 8 * sizeof *a))
    __CPROVER_ensures(all(k, 0, 8, a[k] == v))
);

void clear(int *a, int v) {
    size_t i;
    for (i = 0; i < 8; i++)
    contract(
        __CPROVER_assigns(i, __CPROVER_object_upto(a, 8 * sizeof *a))
        __CPROVER_loop_invariant(i <= 8)
        __CPROVER_loop_invariant(all(k, 0, i, a[k] == v))
    )
    {
        a[i] = v;
    }
}
