// expect: safe
// options: -m32
// what: Where the members of a record are, and that they do not disturb each other.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

struct all {
    char c;
    long long wide;
    char *text;
    long number;
    double fraction;
    short s;
    int *to;
};
int main(void) {
    struct all a;
    int x = 7;
    char *start = (char *)&a;
    assert((char *)&a.wide - start == 4);
    assert((char *)&a.text - start == 12);
    assert((char *)&a.number - start == 16);
    assert((char *)&a.fraction - start == 20);
    assert((char *)&a.s - start == 28);
    assert((char *)&a.to - start == 32);
    assert(sizeof a == 36);
    a.c = 'x';
    a.wide = -1;
    a.text = "text";
    a.number = -2;
    a.s = 3;
    a.to = &x;
    assert(a.text[1] == 'e' && *a.to == 7 && a.wide == -1 && a.number == -2 && a.c == 'x' && a.s == 3);
    *a.to = 8;
    assert(x == 8);
    return 0;
}
