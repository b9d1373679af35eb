// expect: safe
// native: skip (gcc cannot read this syntax)
// native: skip (gcc cannot read this syntax)
// what: Quantifiers and implications of CBMC.
int main(void) {
    int a[4] = {1, 2, 3, 4};
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 4) ==> a[i] == i + 1 }, "all");
    __CPROVER_assert(__CPROVER_exists { int i; 0 <= i && i < 4 && a[i] == 3 }, "one");
    int x;
    __CPROVER_assume(x > 3 ==> x < 10);
    __CPROVER_assert(x <= 3 || x < 10, "implied");
    return 0;
}
