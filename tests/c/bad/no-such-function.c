// expect: error
// options: --function absent
// what: --function names something that is not there.
int main(void) { return 0; }
