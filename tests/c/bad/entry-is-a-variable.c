// expect: error
// options: --function counter
// what: --function names a variable.
int counter = 0;

int main(void) { return counter; }
