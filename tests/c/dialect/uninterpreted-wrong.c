// expect: violated
// property: assertion
// line: 9
// native: skip (gcc lacks what this program calls)
// what: Other arguments may give other results.
unsigned long __CPROVER_uninterpreted_hash(int k);

int main(void) {
    __CPROVER_assert(__CPROVER_uninterpreted_hash(1) == __CPROVER_uninterpreted_hash(2), "function");
    return 0;
}
