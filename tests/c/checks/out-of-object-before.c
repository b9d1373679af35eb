// expect: violated
// property: out-of-object
// line: 10
// what: A read before the first element.
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = a + 2;
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += *p--;
    return sum;
}
