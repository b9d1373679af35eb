// expect: violated
// property: use-after-scope
// line: 13
// what: A pointer to a local of a function that has returned.
static int *leak(void) {
    int local = 5;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = leak();
    return *p;
}
