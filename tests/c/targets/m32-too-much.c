// expect: safe
// options: -m32
// what: Nobody gets more than `ptrdiff_t` can say.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
int main(void) {
    assert(malloc(0xffffffff) == 0);
    assert(malloc(0x80000000) == 0);
    assert(calloc(0x10000, 0x10001) == 0);
    return 0;
}
