// expect: safe
// native: skip (gcc cannot read quantifiers)
// what: Beyond the bounds of an implication there is a value for which it holds.
int main(void) {
    int a[2] = {1, 2};
    __CPROVER_assert(__CPROVER_exists { int i; (i >= 0 && i < 2) ==> a[i] > 5 }, "there is one elsewhere");
    __CPROVER_assert(!__CPROVER_forall { int i; (i >= 0 && i < 2) && a[i] > 0 }, "there is one elsewhere");
    __CPROVER_array_set(a, 4);
    __CPROVER_assert(a[0] == 4 && a[1] == 4, "all of it");
    return 0;
}
