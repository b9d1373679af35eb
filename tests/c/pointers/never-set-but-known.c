// expect: safe
// native: skip (it reads what was never set)
// what: A pointer that was never set is followed only where it is known to lead to one of two variables.
int nondet_int(void);
void __CPROVER_assume(int);

int main(void) {
    int a = 1, b = 2, *p;
    __CPROVER_assume(p == &a || p == &b);
    *p = 3;
    if (p == &a)
        __CPROVER_assert(a == 3 && b == 2, "the other one is as it was");
    else
        __CPROVER_assert(a == 1 && b == 3, "the other one is as it was");
    return 0;
}
