// expect: error
// options: --target s390x-linux-gnu
// what: Even if its types are those of x86-64.
int main(void) {
    return 0;
}
