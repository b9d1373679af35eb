// expect: unknown
// options: -m32
// what: What the upper half of a pointer of 32 bits is as a wider integer, compilers do not agree about.
int main(void) {
    int x;
    unsigned long long u = (unsigned long long)&x;
    return u > 0xffffffff;
}
