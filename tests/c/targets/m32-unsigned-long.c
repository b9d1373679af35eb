// expect: safe
// options: -m32
// what: `long` and `unsigned int` meet in `unsigned long`.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int main(void) {
    long a = -1;
    unsigned int b = 1;
    assert(a > b);
    assert(sizeof(a + b) == 4);
    assert((long long)(a + b) == 0);
    assert(_Generic(a + b, unsigned long: 1, default: 0));
    return 0;
}
