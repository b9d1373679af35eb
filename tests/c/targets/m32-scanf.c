// expect: safe
// options: -m32 -mfpmath=sse
// what: What is read into a `long` is four bytes.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int sscanf(const char *text, const char *format, ...);
struct two { long a; int b; };
int main(void) {
    struct two t = {0, 77};
    double d = 0;
    long long wide = 0;
    assert(sscanf("12 99999999999 5", "%ld %lld %lf", &t.a, &wide, &d) == 3);
    assert(t.a == 12 && t.b == 77 && wide == 99999999999 && d == 5.0);
    assert(sscanf("99999999999", "%ld", &t.a) == 1);
    assert(t.a == 2147483647 && t.b == 77);
    return 0;
}
