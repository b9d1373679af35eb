// expect: safe
// options: -m32
// what: A jump back into a function that is still there.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

typedef struct { int room[39]; } jmp_buf[1];
int _setjmp(jmp_buf buffer);
_Noreturn void longjmp(jmp_buf buffer, int value);
static jmp_buf where;
static void fail(int why) { longjmp(where, why); }
int main(void) {
    int why = _setjmp(where);
    if (why == 0)
        fail(3);
    assert(why == 3);
    return 0;
}
