// expect: violated
// property: assertion
// line: 12
// what: __CPROVER_assert with its message.
int nondet_int(void);
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);

int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x >= 0 && x <= 100);
    __CPROVER_assert(x != 100, "below one hundred");
    return 0;
}
