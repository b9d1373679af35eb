// expect: violated
// property: precondition
// line: 9
// options: --replace copy
// native: skip (gcc cannot read contracts)
// what: Parts of one array that overlap are not apart.
void copy(int *a, const int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, 2 * sizeof *a))
__CPROVER_requires(__CPROVER_is_fresh(b, 2 * sizeof *b))
__CPROVER_assigns(__CPROVER_object_upto(a, 2 * sizeof *a));

int main(void) {
    int all[3] = {1, 2, 3};
    copy(&all[1], &all[0]);
    return 0;
}
