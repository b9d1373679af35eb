// expect: safe
// options: --target i686-linux-gnu
// what: The same by the name of a target.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int main(void) {
    long x = 0x7fffffff;
    assert(sizeof x == 4 && sizeof &x == 4);
    return x < 0;
}
