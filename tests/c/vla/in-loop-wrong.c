// expect: violated
// property: use-after-scope
// line: 12
// native: skip (gcc's sanitizer does not see it)
// what: The array of an earlier iteration is gone.
int main(void) {
    int *kept = 0, x = 0;
    for (int n = 1; n <= 2; n++) {
        int a[n];
        a[0] = n;
        if (kept != 0)
            x = *kept;
        kept = a;
    }
    return x;
}
