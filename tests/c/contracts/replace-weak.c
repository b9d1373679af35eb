// expect: violated
// property: assertion
// line: 24
// options: --replace add
// native: skip (gcc cannot read contracts)
// what: The contract says less than the caller needs.
int add(int *p, int n)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(0 <= n && n < 1000 && 0 <= *p && *p < 1000)
__CPROVER_assigns(*p)
__CPROVER_ensures(__CPROVER_return_value == n + __CPROVER_old(*p))
;

int calls;

int add(int *p, int n) {
    *p += n;
    return n;
}

int main(void) {
    int x = 5;
    int sum = add(&x, 7);
    __CPROVER_assert(sum == 12 && x == 12, "sum");
    return 0;
}
