// expect: error
// options: --frobnicate
// what: An option that does not exist.
int main(void) { return 0; }
