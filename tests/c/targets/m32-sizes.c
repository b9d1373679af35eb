// expect: safe
// options: -m32
// what: The sizes and alignments of i386.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

typedef __SIZE_TYPE__ size_t;
enum color { RED, GREEN };
struct aligned { char c; long long x; };
struct wide { char c; long double x; };
int main(void) {
    assert(sizeof(long) == 4 && sizeof(unsigned long) == 4);
    assert(sizeof(size_t) == 4 && sizeof((char *)0 - (char *)0) == 4);
    assert(sizeof(void *) == 4 && sizeof(int (*)(void)) == 4);
    assert(sizeof(long long) == 8 && sizeof(struct aligned) == 12);
    assert(sizeof(long double) == 12 && sizeof(struct wide) == 16);
    assert(sizeof(__WCHAR_TYPE__) == 4 && sizeof(__builtin_va_list) == 4);
    assert(sizeof(enum color) == 4);
    assert(sizeof(int *[5]) == 20);
    int n = 3;
    int *row[n];
    assert(sizeof row == 12);
    return 0;
}
