// expect: safe
// what: The address one past the end may be taken, not used.
int main(void) {
    int a[4] = {1, 2, 3, 4};
    int *end = &a[4];
    int n = 0;
    for (int *p = a; p != end; p++)
        n += *p;
    return n == 10 ? 0 : 1;
}
