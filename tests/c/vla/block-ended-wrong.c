// expect: violated
// property: use-after-scope
// line: 13
// native: skip (gcc's sanitizer does not see it)
// what: The array goes at the end of its block.
int main(void) {
    int *p, n = 2;
    {
        int a[n];
        a[0] = 1;
        p = a;
    }
    return *p;
}
