// expect: safe
// options: -m32
// what: `strtol` ends at 2^31, `strtoll` does not.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
long long atoll(const char *text);
int main(void) {
    assert(strtol("3000000000", 0, 10) == 2147483647);
    assert(strtol("-3000000000", 0, 10) == -2147483647 - 1);
    assert(strtol("-2147483648", 0, 10) == -2147483647 - 1);
    assert(strtoul("5000000000", 0, 10) == 4294967295);
    assert(strtoul("-1", 0, 10) == 4294967295);
    assert(strtoll("3000000000", 0, 10) == 3000000000);
    assert(atoll("-3000000000") == -3000000000);
    return 0;
}
