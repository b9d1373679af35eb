// expect: violated
// property: postcondition
// line: 11
// options: --enforce add
// native: skip (gcc cannot read contracts)
// what: The result is not what the contract ensures.
int add(int *p, int n)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(0 <= n && n < 1000 && 0 <= *p && *p < 1000)
__CPROVER_assigns(*p)
__CPROVER_ensures(__CPROVER_return_value == n + __CPROVER_old(*p))
__CPROVER_ensures(*p == __CPROVER_return_value);

int calls;

int add(int *p, int n) {
    *p += n;
    return n;
}
