// expect: violated
// property: out-of-object
// line: 9
// what: The last comparison should be strict.
int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    int sum = 0;
    for (int *p = a; p <= a + 5; p++)
        sum += *p;
    return sum == 0;
}
