// expect: violated
// property: bounds
// line: 14
// what: A remainder by the wrong number reaches past the table.
unsigned int __VERIFIER_nondet_uint(void);

static int one(void) { return 1; }
static int two(void) { return 2; }

static int (*const ops[2])(void) = {one, two};

int main(void) {
    unsigned int op = __VERIFIER_nondet_uint() % 3;
    return ops[op]();
}
