// expect: violated
// property: read-only
// line: 9
// native: skip (a constant on the stack can be written)
// what: A local that is const, changed through a cast.
int main(void) {
    const int limit = 3;
    int *p = (int *)&limit;
    *p = 4;
    return limit;
}
