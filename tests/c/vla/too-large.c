// expect: unknown
// native: skip (the stack)
// what: More than 1 GiB on the stack is not followed.
unsigned long nondet_ulong(void);
int main(void) {
    unsigned long n = nondet_ulong();
    if (n == 0 || n > 2000000000)
        return 0;
    char a[n];
    a[0] = 1;
    return a[0] - 1;
}
