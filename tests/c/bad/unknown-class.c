// expect: error
// options: --check nonsense
// what: A class that does not exist.
int main(void) { return 0; }
