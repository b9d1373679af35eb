// expect: safe
// options: -m32
// what: The formats of `long`, `long long` and `size_t`.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

typedef __SIZE_TYPE__ size_t;
int snprintf(char *to, size_t size, const char *format, ...);
int strcmp(const char *a, const char *b);
int main(void) {
    char text[60];
    int n = snprintf(text, sizeof text, "%ld %lu %lld %zu %d", -5L, 4000000000UL, 5000000000LL, sizeof(long), 1);
    assert(n == 28);
    assert(strcmp(text, "-5 4000000000 5000000000 4 1") == 0);
    return 0;
}
