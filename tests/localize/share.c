// what: A quotient is multiplied, after what is left over is lost.
// fix: done * 60 / all
#include <assert.h>
unsigned nondet_uint(void);

static unsigned columns(unsigned done, unsigned all)
{
    return done / all * 60;
}

int main(void)
{
    unsigned done = nondet_uint(), all = nondet_uint();

    if (all < 1 || all > 12 || done > all)
        return 0;
    unsigned now = columns(done, all);
    assert(now <= 60);
    assert(2 * done < all || now >= 30);
    return 0;
}
