// expect: safe
// options: -m32
// what: Bit-fields of `long` and `long long`.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

struct bits {
    unsigned long a : 20;
    long b : 12;
    long long c : 40;
    char d;
};
int main(void) {
    struct bits s;
    s.a = 0xfffff;
    s.b = -5;
    s.c = 0x7fffffffff;
    s.d = 1;
    assert(sizeof s == 12 || sizeof s == 16);
    assert(s.a == 0xfffff && s.b == -5 && s.c == 0x7fffffffff && s.d == 1);
    s.a++;
    assert(s.a == 0 && s.b == -5);
    return 0;
}
