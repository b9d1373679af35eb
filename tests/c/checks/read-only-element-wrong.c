// expect: violated
// property: read-only
// line: 7
// what: The first element of a const array, changed by a pointer to it.
int main(void) {
    static const int limits[2] = {1, 2};
    ++*(int *)limits;
    return limits[0];
}
