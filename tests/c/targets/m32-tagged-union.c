// expect: safe
// options: -m32
// what: A number or a pointer in the same four bytes.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int nondet_int(void);
struct value {
    int is_text;
    union { int number; const char *text; } is;
};
static int first(struct value v) { return v.is_text ? v.is.text[0] : v.is.number; }
int main(void) {
    struct value v;
    assert(sizeof v == 8);
    v.is_text = nondet_int() != 0;
    if (v.is_text)
        v.is.text = "abc";
    else
        v.is.number = 5;
    assert(first(v) == (v.is_text ? 'a' : 5));
    return 0;
}
