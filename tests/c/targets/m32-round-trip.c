// expect: safe
// options: -m32
// what: A pointer as an integer of 32 bits and back.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned long u = (unsigned long)&a[1];
    assert(sizeof u == 4);
    u += 2 * sizeof(int);
    int *p = (int *)u;
    assert(p == &a[3]);
    *p = 9;
    assert(a[3] == 9);
    assert((unsigned int)a % sizeof(int) == 0);
    return 0;
}
