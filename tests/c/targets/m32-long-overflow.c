// expect: violated
// property: overflow
// line: 15
// options: -m32
// native: skip (it needs a compiler for 32 bits)
// what: A product that fits a `long` of 64 bits does not fit one of 32.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

long nondet_long(void);
int main(void) {
    long seconds = nondet_long();
    if (seconds < 0 || seconds > 10000000)
        return 0;
    long milliseconds = seconds * 1000;
    assert(milliseconds >= 0);
    return 0;
}
