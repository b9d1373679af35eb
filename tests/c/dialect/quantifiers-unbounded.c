// expect: safe
// native: skip (gcc cannot read quantifiers)
// what: Where all values are asserted, or one is assumed, one that nobody knows will do.
int main(void) {
    int k;
    __CPROVER_assume(__CPROVER_exists { int i; i > 5 && __CPROVER_exists { int j; j > i && j < k } });
    __CPROVER_assert(k > 7, "two lie between");
    __CPROVER_assert(__CPROVER_forall { int i; i > 3 ==> __CPROVER_forall { int j; j < 2 ==> j < i } }, "in order");
    __CPROVER_assert(__CPROVER_forall { int i; k > 7 } && !__CPROVER_exists { int i; 0 }, "nothing is said of it");
    return 0;
}
