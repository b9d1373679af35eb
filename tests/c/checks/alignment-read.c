// expect: violated
// property: alignment
// line: 8
// what: An int is read from an odd place in a buffer.
int main(void) {
    char b[32] = {0};
    int *p = (int *)(b + 1);
    return *p;
}
