// expect: violated
// property: null-dereference
// line: 8
// what: An input goes through a null pointer, after others went where they should.
int nondet_int(void);
struct s { int v, w; };
static void set(struct s *p) {
    p->v = nondet_int();
    p->w = nondet_int();
}
int main(void) {
    struct s s;
    set(&s);
    set(nondet_int() ? &s : 0);
    return 0;
}
