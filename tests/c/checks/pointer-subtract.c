// expect: violated
// property: pointer-compare
// line: 8
// what: The distance between pointers into different arrays.
int main(void) {
    int a[2] = {1, 2}, b[2] = {3, 4};
    int *p = &a[1], *q = &b[0];
    long distance = q - p;
    return distance == 5;
}
