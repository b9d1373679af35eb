// expect: error
// options: --target powerpc-linux-gnu
// what: A target that has its bytes the other way around is refused.
int main(void) {
    return 0;
}
