// expect: violated
// property: assertion
// line: 33
// what: Values with a tag hold a number or a pointer in the same bytes; the number is not always so small.
#include <assert.h>
extern int nondet_int(void);
struct value { int tag; union { long number; char *text; } as; };

static struct value from_number(long number) {
    struct value v;
    v.tag = 1;
    v.as.number = number;
    return v;
}

static struct value from_text(char *text) {
    struct value v;
    v.tag = 2;
    v.as.text = text;
    return v;
}

int main(void) {
    struct value v = nondet_int() ? from_number(nondet_int()) : from_text("abc");
    struct value all[3] = {v, v, v};
    int i = nondet_int();
    if (i < 0 || i > 2)
        return 0;
    struct value w = all[i];
    if (w.tag == 2)
        assert(w.as.text[1] == 'b');
    else
        assert(w.as.number == v.as.number && w.as.number < 1000);
    return 0;
}
