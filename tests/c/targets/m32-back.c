// expect: safe
// options: -m32
// what: Adding the largest size takes a pointer back by one.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

typedef __SIZE_TYPE__ size_t;
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = &a[2];
    p += (size_t)-1;
    assert(p == &a[1] && p[(size_t)-1] == 1);
    return 0;
}
