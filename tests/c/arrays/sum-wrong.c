// expect: violated
// property: bounds
// line: 11
// what: One element too many.
int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = i;
    int sum = 0;
    for (int i = 0; i <= 10; i++)
        sum += a[i];
    return sum > 1000;
}
