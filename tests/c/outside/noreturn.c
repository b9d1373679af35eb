// expect: safe
// native: skip (gcc lacks what this program calls)
// what: A function without body that never returns ends the run.
_Noreturn void fail(const char *why);
void __attribute__((noreturn)) panic(void);
int nondet_int(void);
int main(void) {
    int divisor = nondet_int();
    if (divisor == 0)
        panic();
    if (divisor == -1)
        fail("minus one");
    return 10 / divisor;
}
