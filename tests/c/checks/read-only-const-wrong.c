// expect: violated
// property: read-only
// line: 9
// what: A table that is const, changed through a pointer that is not.
static const int limits[3] = {1, 2, 3};
int __VERIFIER_nondet_int(void);

static void set(int *where, int value) {
    *where = value;
}

int main(void) {
    int own = 0;
    int *p = __VERIFIER_nondet_int() ? &own : (int *)&limits[1];
    set(p, 5);
    return own;
}
