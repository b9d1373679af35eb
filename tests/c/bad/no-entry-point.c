// expect: error
// what: A file without main.
int helper(int x) { return x + 1; }
