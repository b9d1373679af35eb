// expect: violated
// property: null-dereference
// line: 11
// what: A member through a null pointer.
struct s { int a, b; };
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    struct s s = {1, 2};
    struct s *p = __VERIFIER_nondet_bool() ? &s : (struct s *)0;
    return p->b;
}
