// expect: violated
// property: out-of-object
// line: 12
// native: skip (what an unset pointer does natively depends on what the stack held)
// what: A pointer that was never set points to no object.
int main(void) {
    int *p;
    int x = 3;
    if (x == 4)
        p = &x;
    if (p != 0)
        return *p;
    return 0;
}
