/* A set of the numbers from 0 to 31 in the bits of a word. */
#include <assert.h>

unsigned nondet_uint(void);
int nondet_int(void);

static unsigned add(unsigned set, int number) {
    return set | (1u << number);
}

static unsigned leave_out(unsigned set, int number) {
    return set & ~(1u << number);
}

static int has(unsigned set, int number) {
    return (set >> number & 1u) != 0;
}

static int size(unsigned set) {
    int n = 0;
    while (set != 0) {
        set &= set - 1;
        n++;
    }
    return n;
}

static int smallest(unsigned set) {
    if (set == 0)
        return -1;
    int number = 0;
    while (!has(set, number))
        number++;
    return number;
}

int main(void) {
    unsigned set = nondet_uint() & 0xff;
    int number = nondet_int();
    if (number < 0 || number > 7)
        return 0;
    int before = size(set);
    int had = has(set, number);
    unsigned more = add(set, number);
    assert(has(more, number));
    assert(size(more) == before + !had);
    unsigned less = leave_out(more, number);
    assert(!has(less, number));
    assert(size(less) == size(more) - 1);
    int least = smallest(more);
    assert(least >= 0 && least <= number && has(more, least));
    return 0;
}
