// expect: safe
// options: --replace swap
// native: skip (gcc cannot read contracts)
// what: Two elements of one array are apart, and that will do for what a contract calls fresh.
void swap(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a))
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
__CPROVER_assigns(*a, *b)
__CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a));

int main(void) {
    int pair[2] = {1, 2};
    swap(&pair[1], &pair[0]);
    __CPROVER_assert(pair[0] == 2 && pair[1] == 1, "swapped");
    return 0;
}
