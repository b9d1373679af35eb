// expect: safe
// options: --target arm-none-eabi
// what: Arm: plain `char` is unsigned, `long double` a `double`, and `long long` aligned to eight bytes.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

struct aligned { char c; long long x; };
#define va_start __builtin_va_start
#define va_arg __builtin_va_arg
static int second(int n, ...) {
    __builtin_va_list list;
    va_start(list, n);
    int a = va_arg(list, int), b = va_arg(list, int);
    return n + a - a + b - n;
}
int main(void) {
    char c = -1;
    assert(c == 255);
    assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long double) == 8);
    assert(sizeof(struct aligned) == 16);
    assert(second(2, 5, 6) == 6);
    double x = 0.5;
    assert(x + x == 1.0);
    return 0;
}
