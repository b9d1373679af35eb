// expect: safe
// options: -m32 -mfpmath=sse
// what: Fractions in texts, decimal and hexadecimal, and their parts.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
double strtod(const char *text, char **end);
double frexp(double x, int *exponent);
int main(void) {
    char *end;
    assert(strtod("12.5", &end) == 12.5 && *end == 0);
    assert(strtod("0x1.8p1", &end) == 3.0 && *end == 0);
    assert(strtod("4294967297", 0) == 4294967297.0);
    int exponent;
    assert(frexp(12.0, &exponent) == 0.75 && exponent == 4);
    return 0;
}
