// expect: safe
// what: A jump back over a declaration in the same block keeps the variable.
int main(void) {
    int n = 0, *p = 0;
again:;
    int a = n;
    if (p && p != &a)
        return 1;
    p = &a;
    if (++n < 3)
        goto again;
    return *p - 2;
}
