// expect: error
// native: skip (gcc only warns)
// what: A check that nobody declares is no check.
int main(void) {
    my_assert(1 == 2);
    return 0;
}
