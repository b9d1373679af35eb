// what: a set of numbers, and a question about it that only assertions ask
// fault: 22
// `has` is asked for a truth by assertions alone, as what says what is right would be. Nothing else can mend the program.
#include <assert.h>

int nondet_int(void);

#define MOST 3
static int member[MOST];
static int n_members;

static void add(int number) {
    for (int k = 0; k < n_members; k++)
        if (member[k] == number)
            return;
    if (n_members < MOST)
        member[n_members++] = number;
}

static int has(int number) {
    int k = n_members;
    while (--k > 0)
        if (member[k] == number)
            return 1;
    return 0;
}

int main(void) {
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    add(a);
    add(b);
    assert(n_members == 1 + (a != b));
    assert(has(b) && has(a));
    assert(c == a || c == b || !has(c));
    return 0;
}
