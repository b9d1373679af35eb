// expect: safe
// options: --replace swap
// native: skip (gcc cannot read contracts)
// what: Two variables are two objects.
void swap(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a))
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
__CPROVER_assigns(*a, *b)
__CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a));

int main(void) {
    int x = 1, y = 2;
    swap(&x, &y);
    __CPROVER_assert(x == 2 && y == 1, "swapped");
    return 0;
}
