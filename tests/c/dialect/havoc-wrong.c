// expect: violated
// property: assertion
// line: 9
// native: skip (gcc lacks what this program calls)
// what: An object that may hold anything.
int main(void) {
    int a[2] = {1, 2};
    __CPROVER_havoc_object(a);
    __CPROVER_assert(a[1] == 2, "kept");
    return 0;
}
