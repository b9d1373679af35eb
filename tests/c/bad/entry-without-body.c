// expect: error
// options: --function declared
// what: --function names a function that is only declared.
int declared(int x);

int main(void) { return declared(1); }
