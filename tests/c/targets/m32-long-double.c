// expect: safe
// options: -m32
// what: Ten bytes of a `long double` in the twelve that it takes.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

struct two { long double a; int b; };
int main(void) {
    struct two t = {1.5L, 7};
    long double sum = t.a + 1;
    t.a = sum;
    assert(t.a == 2.5L && t.b == 7);
    assert(sizeof t == 16);
    return (int)t.a - 2;
}
