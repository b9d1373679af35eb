// expect: safe
// what: The same product fits a `long` of 64 bits.
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
