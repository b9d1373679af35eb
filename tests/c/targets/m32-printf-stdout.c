// expect: safe
// options: -m32
// what: The same to the standard output.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

typedef __SIZE_TYPE__ size_t;
int printf(const char *format, ...);
int main(void) {
    printf("%ld %lu %lld %zu %p\n", -5L, 4000000000UL, 5000000000LL, sizeof(long), (void *)0);
    return 0;
}
