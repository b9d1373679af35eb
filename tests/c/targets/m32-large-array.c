// expect: safe
// options: -m32
// what: An index goes as far as its array does.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

unsigned int nondet_uint(void);
char room[300000];
int main(void) {
    unsigned int i = nondet_uint();
    if (i < sizeof room) {
        room[i] = 1;
        assert(room[i] == 1);
    }
    return 0;
}
