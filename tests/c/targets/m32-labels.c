// expect: safe
// options: -m32
// what: Labels as values are pointers of four bytes.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

unsigned int nondet_uint(void);
int main(void) {
    static void *const ways[] = {&&one, &&two};
    assert(sizeof ways == 8);
    int x = 0;
    goto *ways[nondet_uint() % 2];
one:
    x++;
two:
    x++;
    assert(x == 1 || x == 2);
    return 0;
}
