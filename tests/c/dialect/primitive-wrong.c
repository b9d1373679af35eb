// expect: violated
// property: pointer-primitive
// line: 10
// native: skip (gcc lacks what this program calls)
// what: A question about a pointer that nobody has set says nothing, and is asked in an assumption, too.
int main(void) {
    char c = 1, *p = &c, *q = 0, *r;
    __CPROVER_assert(__CPROVER_r_ok(p, 1) && !__CPROVER_r_ok(q, 1), "valid, and null");
    __CPROVER_assert(!__CPROVER_same_object(p, r) || 1, "always has an answer");
    __CPROVER_assume(__CPROVER_r_ok(r, 1));
    return 0;
}
