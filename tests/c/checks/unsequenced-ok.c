// expect: safe
// what: What is in order may change and be used.
int main(void) {
    int i = 1, a[4] = {0}, *p = a;
    i = i + 1;
    int x = (i++, i) + 1;
    int y = i++ && i > 3;
    *p++ = 3;
    a[i - 2] = i;
    i = a[i - 2];
    return x + y - 5 + i - 4;
}
