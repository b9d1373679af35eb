// expect: violated
// property: pointer-compare
// line: 8
// what: An order between pointers into different arrays.
int main(void) {
    int a[2] = {1, 2}, b[2] = {3, 4};
    int *p = a, *q = b;
    if (p < q)
        return 1;
    return 0;
}
