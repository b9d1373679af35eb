// expect: violated
// property: alignment
// line: 9
// native: skip (the validator switches this check of gcc off)
// what: An int is read from an odd place in a buffer.
int main(void) {
    char b[32] = {0};
    int *p = (int *)(b + 1);
    return *p;
}
