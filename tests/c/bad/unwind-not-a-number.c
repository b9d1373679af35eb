// expect: error
// options: --unwind many
// what: --unwind needs a number.
int main(void) { return 0; }
