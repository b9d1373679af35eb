// expect: unknown
// options: --replace twice
// native: skip (gcc cannot read contracts)
// what: No result is what is ensured: behind a call everything holds.
int twice(int n)
__CPROVER_ensures(__CPROVER_return_value > n && __CPROVER_return_value < n);

int main(void) {
    int x = twice(3);
    __CPROVER_assert(x == 4, "four");
    return 0;
}
