// expect: safe
// options: --target x86_64-linux-gnux32
// what: x32 has short pointers and the rest of x86-64.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

struct aligned { char c; long long x; };
int main(void) {
    double d = 0.25;
    assert(sizeof(void *) == 4 && sizeof(long) == 4 && sizeof(struct aligned) == 16);
    assert(sizeof(long double) == 16 && d + d == 0.5);
    return 0;
}
