// expect: safe
// options: -m32
// what: Arguments of every size through a `va_list`, which is handed on as a value.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

#define va_start __builtin_va_start
#define va_arg __builtin_va_arg
#define va_copy __builtin_va_copy
#define va_end __builtin_va_end
typedef __builtin_va_list va_list;
static long long rest(int n, va_list list) {
    long long sum = 0;
    for (int i = 0; i < n; i++)
        sum += va_arg(list, long long);
    return sum;
}
static long long all(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    int first = va_arg(list, int);
    long second = va_arg(list, long);
    int *third = va_arg(list, int *);
    va_copy(copy, list);
    long long sum = first + second + *third + rest(n, list);
    assert(rest(1, copy) == 0x100000000);
    va_end(copy);
    va_end(list);
    return sum;
}
int main(void) {
    int x = 3;
    assert(all(2, 1, 2L, &x, 0x100000000, 4LL) == 0x10000000a);
    return 0;
}
