// expect: error
// native: skip (gcc knows no such prefix)
// what: A name of another verifier that means nothing there.
int main(void) {
    __CPROVER_asssert(0, "misspelt");
    return 0;
}
