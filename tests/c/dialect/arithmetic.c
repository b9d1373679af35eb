// expect: safe
// native: skip (gcc lacks what this program calls)
// what: CBMC's predicates on numbers, and functions of which nothing else is known.
unsigned long __CPROVER_uninterpreted_hash(const void *p, int k);
double nondet_double(void);

int main(void) {
    int k;
    __CPROVER_assert(__CPROVER_overflow_plus(2147483647, 1) && !__CPROVER_overflow_mult(3, 4), "overflow");
    __CPROVER_assert(__CPROVER_uninterpreted_hash(&k, 1) == __CPROVER_uninterpreted_hash(&k, 1), "function");
    double d = nondet_double();
    __CPROVER_assume(!__CPROVER_isnand(d));
    __CPROVER_precondition(d == d, "a number");
    return 0;
}
