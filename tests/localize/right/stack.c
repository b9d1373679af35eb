/* A small calculator: digits are put on a stack, + and * take two off. */
#include <assert.h>

#define DEPTH 3

char nondet_char(void);

enum result { FINE, TOO_DEEP, TOO_FEW, STRANGE };

struct machine {
    long stack[DEPTH];
    int used;
};

static enum result push(struct machine *m, long value) {
    if (m->used >= DEPTH)
        return TOO_DEEP;
    m->stack[m->used] = value;
    m->used++;
    return FINE;
}

static enum result step(struct machine *m, char c) {
    if (c >= '0' && c <= '9')
        return push(m, c - '0');
    if (c != '+' && c != '*')
        return STRANGE;
    if (m->used < 2)
        return TOO_FEW;
    long right = m->stack[m->used - 1];
    long left = m->stack[m->used - 2];
    m->used -= 2;
    if (c == '+')
        return push(m, left + right);
    return push(m, left * right);
}

int main(void) {
    struct machine m = {{0}, 0};
    char a = nondet_char(), b = nondet_char(), c = nondet_char();
    enum result first = step(&m, a);
    enum result second = step(&m, b);
    int is_digit_a = a >= '0' && a <= '9', is_digit_b = b >= '0' && b <= '9';
    assert((first == FINE) == is_digit_a);
    if (is_digit_a && is_digit_b) {
        assert(second == FINE && m.used == 2);
        enum result third = step(&m, c);
        if (c == '+')
            assert(third == FINE && m.used == 1 && m.stack[0] == (a - '0') + (b - '0'));
        if (c == '*')
            assert(third == FINE && m.used == 1 && m.stack[0] == (a - '0') * (b - '0'));
        if (c >= '0' && c <= '9')
            assert(m.used == 3 && step(&m, '1') == TOO_DEEP);
    }
    return 0;
}
