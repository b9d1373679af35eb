// expect: safe
// options: -m32
// what: Functions in a table, chosen by an input.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

unsigned int nondet_uint(void);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
typedef int operation(int, int);
static operation *const table[] = {add, sub};
int main(void) {
    operation *f = table[nondet_uint() % 2];
    int result = f(5, 3);
    assert(sizeof table == 8);
    assert(result == 8 || result == 2);
    assert((f == add) == (result == 8));
    return 0;
}
