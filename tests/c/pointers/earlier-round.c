// expect: violated
// property: use-after-scope
// line: 11
// native: skip (the variable is where it was before)
// what: A pointer to a variable of an earlier round of the loop.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int a = i;
        if (p)
            *p = 7;
        p = &a;
    }
    return 0;
}
