// expect: violated
// property: precondition
// line: 9
// options: --replace swap
// native: skip (gcc cannot read contracts)
// what: Two pointers to one object are not both fresh.
void swap(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a))
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
__CPROVER_assigns(*a, *b);

int main(void) {
    int x = 1;
    swap(&x, &x);
    return 0;
}
