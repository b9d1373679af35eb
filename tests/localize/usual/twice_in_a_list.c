// what: Two answers have the same number, so that going down cannot be told from going up.
// fault: 8
// fix: #define DOWN 2
#include <assert.h>

#define STAY 0
#define UP 1
#define DOWN 1
#define ASK 3

int nondet_int(void);

static int towards(int from, int to) { return to > from ? UP : to < from ? DOWN : STAY; }

static int moved(int from, int way)
{
    switch (way) {
    case UP:
        return from + 1;
    case STAY:
        return from;
    default:
        return from - 1;
    }
}

int main(void)
{
    int from = nondet_int(), to = nondet_int();

    if (from < 0 || from > 9 || to < 0 || to > 9)
        return 0;
    int next = moved(from, towards(from, to));
    assert(from == to ? next == to : (to > from ? to - next : next - to) >= 0);
    assert(from <= to || next == from - 1);
    return 0;
}
