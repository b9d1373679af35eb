// expect: error
// what: A file that refuses to be compiled.
#error "not for this platform"

int main(void) { return 0; }
