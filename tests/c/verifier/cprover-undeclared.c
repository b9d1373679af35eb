// expect: violated
// property: assertion
// line: 10
// what: The __CPROVER functions need no declaration.
int nondet_int();

int main() {
    int x = nondet_int();
    __CPROVER_assume(x > 3);
    __CPROVER_assert(x > 4, "more than four");
    return 0;
}
