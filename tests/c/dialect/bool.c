// expect: safe
// native: skip (gcc cannot read this type)
// what: CBMC's type of truth values has two of them, set or not.
int main(void) {
    __CPROVER_bool a, b;
    __CPROVER_assert((a == b) == (!a == !b) && (a == 0 || a == 1), "two values");
    return 0;
}
