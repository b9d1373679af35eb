// expect: error
// what: A check that nobody declares is no check.
int main(void) {
    my_assert(1 == 2);
    return 0;
}
