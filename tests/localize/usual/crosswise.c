// what: A rectangle is turned without its sides being exchanged crosswise.
// fault: 12
// fix: struct size turned = {s.height, s.width};
#include <assert.h>
int nondet_int(void);
struct size {
    int width, height;
};

static struct size turn(struct size s)
{
    struct size turned = {s.width, s.height};
    return turned;
}

int main(void)
{
    struct size s = {nondet_int(), nondet_int()};
    struct size turned = turn(s);

    assert(turned.width == s.height);
    assert(turned.height == s.width);
    return 0;
}
